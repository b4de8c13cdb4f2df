"""What the SDK raises."""

from pentathlon.protocol import ErrorReason


class PentathlonError(Exception):
    """Any error of the SDK; its text is meant for people."""


class OptionError(PentathlonError):
    """An option has a value that cannot be used."""


class SessionError(PentathlonError):
    """The session with the referee is over and cannot be continued."""

    def __init__(
        self,
        message: str,
        reason: ErrorReason.ValueType = ErrorReason.ERROR_REASON_UNSPECIFIED,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        """The referee's stable reason, if it named one."""
