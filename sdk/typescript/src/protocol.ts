/**
 * The messages and services of the protocol. What each of them means is said in
 * proto/arena/v1/*.proto, and beside each field here.
 *
 * Written by `generate`; do not edit.
 *
 * @module
 */
export { create, equals, fromBinary, toBinary, toJsonString } from "@bufbuild/protobuf";
export * from "./gen/arena/v1/bot_service_pb.js";
export * from "./gen/arena/v1/catalogue_service_pb.js";
export * from "./gen/arena/v1/competition_pb.js";
export * from "./gen/arena/v1/competition_service_pb.js";
export * from "./gen/arena/v1/doppelkopf_pb.js";
export * from "./gen/arena/v1/match_service_pb.js";
export * from "./gen/arena/v1/match_step_pb.js";
export * from "./gen/arena/v1/observation_pb.js";
export * from "./gen/arena/v1/octrix_pb.js";
export * from "./gen/arena/v1/ordago_pb.js";
export * from "./gen/arena/v1/ordo_pb.js";
export * from "./gen/arena/v1/play_service_pb.js";
export * from "./gen/arena/v1/player_pb.js";
export * from "./gen/arena/v1/record_pb.js";
export * from "./gen/arena/v1/replay_service_pb.js";
export * from "./gen/arena/v1/result_pb.js";
export * from "./gen/arena/v1/runner_service_pb.js";
export * from "./gen/arena/v1/seconds_pb.js";
export * from "./gen/arena/v1/standings_pb.js";
export * from "./gen/arena/v1/submission_pb.js";
