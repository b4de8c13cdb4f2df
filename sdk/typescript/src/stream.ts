/** One stream to a referee, over gRPC. */
import { readFileSync } from "node:fs";

import { fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  Client,
  credentials,
  Metadata,
  status as Status,
  type ChannelOptions,
  type StatusObject,
} from "@grpc/grpc-js";

import { isNearby } from "./addresses.js";
import {
  PlayRequestSchema,
  PlayResponseSchema,
  PlayService,
  type PlayRequest,
  type PlayResponse,
} from "./protocol.js";
import type { Session } from "./session.js";

/** Runs one stream for `session`; returns the result of Session.ended. */
export async function runStream(session: Session): Promise<number | undefined> {
  const { options } = session;
  // Each stream has a connection of its own: Backoff decides the pauses between
  // attempts, not a channel that failed before.
  const client = new Client(
    session.address,
    options.tlsCa
      ? credentials.createSsl(readFileSync(options.tlsCa))
      : credentials.createInsecure(),
    channelOptions(session),
  );
  try {
    const metadata = new Metadata();
    if (options.token) metadata.set("authorization", `Bearer ${options.token}`);
    const { play } = PlayService.method;
    const call = client.makeBidiStreamRequest(
      `/${PlayService.typeName}/${play.name}`,
      (request: PlayRequest) =>
        Buffer.from(toBinary(PlayRequestSchema, request)),
      (bytes: Buffer) => fromBinary(PlayResponseSchema, bytes),
      metadata,
    );
    const status = await new Promise<StatusObject>((resolve, reject) => {
      call.on("status", resolve);
      // The status says everything.
      call.on("error", () => {});
      call.on("data", (response: PlayResponse) => {
        try {
          session.receive(response);
        } catch (error) {
          call.cancel();
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
      session.open(
        (request) => call.write(request),
        () => call.cancel(),
      );
    });
    return session.ended(status.code, detailsOf(status));
  } finally {
    client.close();
  }
}

function channelOptions({ address, keepalive }: Session): ChannelOptions {
  return {
    // Pings notice a connection that broke silently, also while nothing happens.
    // They come no more often than the referee permits.
    "grpc.keepalive_time_ms": Math.round(keepalive * 1000),
    "grpc.keepalive_timeout_ms": 10_000,
    "grpc.keepalive_permit_without_calls": 1,
    // A session repeats what may have been lost.
    "grpc.enable_retries": 0,
    "grpc.use_local_subchannel_pool": 1,
    "grpc.enable_http_proxy": isNearby(address) ? 0 : 1,
  };
}

/** The words of a status, without what this library puts around them. */
function detailsOf({ code, details }: StatusObject): string {
  const why = /Last error: (?:Error: )?(.*?)\.?(?: Resolution note:.*)?$/s;
  return (
    why.exec(details)?.[1]?.trim() ??
    (details || (Status[code] ?? `status ${code}`))
  );
}
