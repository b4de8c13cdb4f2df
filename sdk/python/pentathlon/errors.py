"""The exceptions of the SDK."""

from pentathlon.protocol import ErrorReason


class PentathlonError(Exception):
    """Any error of the SDK; its text is meant for people."""


class OptionError(PentathlonError):
    """An option has an invalid value."""


class SessionError(PentathlonError):
    """The session with the referee is over and cannot be continued."""

    def __init__(
        self,
        message: str,
        reason: ErrorReason.ValueType = ErrorReason.ERROR_REASON_UNSPECIFIED,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        """The reason that the referee gave, if any; it is stable between versions."""
