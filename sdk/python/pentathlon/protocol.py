"""The messages and services of the protocol, generated from proto/.

Written by generate_stubs.py; do not edit. What each message means is
said in proto/arena/v1/*.proto.
"""

from pentathlon._proto.arena.v1.catalogue_service_pb2 import (
    Game as Game,
    GameOption as GameOption,
    ListGamesRequest as ListGamesRequest,
    ListGamesResponse as ListGamesResponse,
)
from pentathlon._proto.arena.v1.catalogue_service_pb2_grpc import (
    CatalogueServiceServicer as CatalogueServiceServicer,
    CatalogueServiceStub as CatalogueServiceStub,
    add_CatalogueServiceServicer_to_server as add_CatalogueServiceServicer_to_server,
)
from pentathlon._proto.arena.v1.match_service_pb2 import (
    CancelMatchRequest as CancelMatchRequest,
    CancelMatchResponse as CancelMatchResponse,
    CreateMatchRequest as CreateMatchRequest,
    CreateMatchResponse as CreateMatchResponse,
    GetMatchRequest as GetMatchRequest,
    GetMatchResponse as GetMatchResponse,
    ListMatchesRequest as ListMatchesRequest,
    ListMatchesResponse as ListMatchesResponse,
    Match as Match,
    SeatSpec as SeatSpec,
    WatchMatchRequest as WatchMatchRequest,
    WatchMatchResponse as WatchMatchResponse,
)
from pentathlon._proto.arena.v1.match_service_pb2_grpc import (
    MatchServiceServicer as MatchServiceServicer,
    MatchServiceStub as MatchServiceStub,
    add_MatchServiceServicer_to_server as add_MatchServiceServicer_to_server,
)
from pentathlon._proto.arena.v1.observation_pb2 import (
    Event as Event,
    GameAction as GameAction,
    Observation as Observation,
    SeatEvent as SeatEvent,
)
from pentathlon._proto.arena.v1.octrix_pb2 import (
    OCTRIX_MODE_HIGH as OCTRIX_MODE_HIGH,
    OCTRIX_MODE_LOW as OCTRIX_MODE_LOW,
    OCTRIX_MODE_UNSPECIFIED as OCTRIX_MODE_UNSPECIFIED,
    OctrixAction as OctrixAction,
    OctrixHand as OctrixHand,
    OctrixMode as OctrixMode,
    OctrixObservation as OctrixObservation,
    OctrixPlayed as OctrixPlayed,
    OctrixTrick as OctrixTrick,
)
from pentathlon._proto.arena.v1.ordo_pb2 import (
    ORDO_VARIANT_CLASSIC as ORDO_VARIANT_CLASSIC,
    ORDO_VARIANT_UNSPECIFIED as ORDO_VARIANT_UNSPECIFIED,
    ORDO_VARIANT_X as ORDO_VARIANT_X,
    OrdoAction as OrdoAction,
    OrdoObservation as OrdoObservation,
    OrdoVariant as OrdoVariant,
)
from pentathlon._proto.arena.v1.play_service_pb2 import (
    Act as Act,
    ActAck as ActAck,
    ActRequest as ActRequest,
    ActResponse as ActResponse,
    CAPABILITY_EVENTS as CAPABILITY_EVENTS,
    CAPABILITY_TEXT as CAPABILITY_TEXT,
    CAPABILITY_UNSPECIFIED as CAPABILITY_UNSPECIFIED,
    Capability as Capability,
    Clock as Clock,
    DECISION_KIND_MAY as DECISION_KIND_MAY,
    DECISION_KIND_MUST as DECISION_KIND_MUST,
    DECISION_KIND_UNSPECIFIED as DECISION_KIND_UNSPECIFIED,
    DecisionKind as DecisionKind,
    Draining as Draining,
    ERROR_REASON_BAD_HELLO as ERROR_REASON_BAD_HELLO,
    ERROR_REASON_DRAINING as ERROR_REASON_DRAINING,
    ERROR_REASON_EMPTY_REQUEST as ERROR_REASON_EMPTY_REQUEST,
    ERROR_REASON_FLOOD as ERROR_REASON_FLOOD,
    ERROR_REASON_NAME_IN_USE as ERROR_REASON_NAME_IN_USE,
    ERROR_REASON_NOT_YOUR_SEAT as ERROR_REASON_NOT_YOUR_SEAT,
    ERROR_REASON_PONG_TIMEOUT as ERROR_REASON_PONG_TIMEOUT,
    ERROR_REASON_PROTOCOL_VIOLATION as ERROR_REASON_PROTOCOL_VIOLATION,
    ERROR_REASON_SESSION_REPLACED as ERROR_REASON_SESSION_REPLACED,
    ERROR_REASON_UNKNOWN_MATCH as ERROR_REASON_UNKNOWN_MATCH,
    ERROR_REASON_UNKNOWN_TOKEN as ERROR_REASON_UNKNOWN_TOKEN,
    ERROR_REASON_UNSPECIFIED as ERROR_REASON_UNSPECIFIED,
    ERROR_REASON_UNSUPPORTED_REVISION as ERROR_REASON_UNSUPPORTED_REVISION,
    Error as Error,
    ErrorReason as ErrorReason,
    Events as Events,
    Hello as Hello,
    Leave as Leave,
    LegalAction as LegalAction,
    Limits as Limits,
    MatchEnd as MatchEnd,
    MatchStart as MatchStart,
    Ping as Ping,
    PlayRequest as PlayRequest,
    PlayResponse as PlayResponse,
    Pong as Pong,
    Prompt as Prompt,
    Ready as Ready,
    WatchRequest as WatchRequest,
    WatchResponse as WatchResponse,
    Welcome as Welcome,
)
from pentathlon._proto.arena.v1.play_service_pb2_grpc import (
    PlayServiceServicer as PlayServiceServicer,
    PlayServiceStub as PlayServiceStub,
    add_PlayServiceServicer_to_server as add_PlayServiceServicer_to_server,
)
from pentathlon._proto.arena.v1.record_pb2 import (
    RecordFooter as RecordFooter,
    RecordHeader as RecordHeader,
    RecordOption as RecordOption,
)
from pentathlon._proto.arena.v1.replay_service_pb2 import (
    GetRecordRequest as GetRecordRequest,
    GetRecordResponse as GetRecordResponse,
    ReplayMatchRequest as ReplayMatchRequest,
    ReplayMatchResponse as ReplayMatchResponse,
    VerifyRecordRequest as VerifyRecordRequest,
    VerifyRecordResponse as VerifyRecordResponse,
)
from pentathlon._proto.arena.v1.replay_service_pb2_grpc import (
    ReplayServiceServicer as ReplayServiceServicer,
    ReplayServiceStub as ReplayServiceStub,
    add_ReplayServiceServicer_to_server as add_ReplayServiceServicer_to_server,
)
from pentathlon._proto.arena.v1.result_pb2 import (
    FAULT_KIND_CRASHED as FAULT_KIND_CRASHED,
    FAULT_KIND_FLOOD as FAULT_KIND_FLOOD,
    FAULT_KIND_GONE as FAULT_KIND_GONE,
    FAULT_KIND_ILLEGAL as FAULT_KIND_ILLEGAL,
    FAULT_KIND_LATE as FAULT_KIND_LATE,
    FAULT_KIND_MALFORMED as FAULT_KIND_MALFORMED,
    FAULT_KIND_NOT_READY as FAULT_KIND_NOT_READY,
    FAULT_KIND_UNSPECIFIED as FAULT_KIND_UNSPECIFIED,
    Fault as Fault,
    FaultKind as FaultKind,
    MatchResult as MatchResult,
    TERMINATION_CANCELLED as TERMINATION_CANCELLED,
    TERMINATION_FORFEIT as TERMINATION_FORFEIT,
    TERMINATION_INFRASTRUCTURE as TERMINATION_INFRASTRUCTURE,
    TERMINATION_NORMAL as TERMINATION_NORMAL,
    TERMINATION_UNSPECIFIED as TERMINATION_UNSPECIFIED,
    Termination as Termination,
)
from pentathlon._proto.arena.v1.seconds_pb2 import (
    SECONDS_SCORING_FEW_TRICKS as SECONDS_SCORING_FEW_TRICKS,
    SECONDS_SCORING_LEFT_NEIGHBOUR as SECONDS_SCORING_LEFT_NEIGHBOUR,
    SECONDS_SCORING_MANY_TRICKS as SECONDS_SCORING_MANY_TRICKS,
    SECONDS_SCORING_PARTNERS as SECONDS_SCORING_PARTNERS,
    SECONDS_SCORING_RIGHT_NEIGHBOUR as SECONDS_SCORING_RIGHT_NEIGHBOUR,
    SECONDS_SCORING_THREE_TRICKS as SECONDS_SCORING_THREE_TRICKS,
    SECONDS_SCORING_UNSPECIFIED as SECONDS_SCORING_UNSPECIFIED,
    SecondsAction as SecondsAction,
    SecondsDealResult as SecondsDealResult,
    SecondsObservation as SecondsObservation,
    SecondsScoring as SecondsScoring,
    SecondsTrick as SecondsTrick,
)
