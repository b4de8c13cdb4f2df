/** Times of messages and of people. */
import type { Duration } from "@bufbuild/protobuf/wkt";

/** Returns a duration in seconds. */
export function seconds(duration: Duration | undefined): number {
  return duration ? Number(duration.seconds) + duration.nanos / 1e9 : 0;
}

/** Returns a time that somebody has set as text: "0.4 s", "60 s". */
export function secondsText(time: number): string {
  return `${Number(time.toFixed(3))} s`;
}

/** Returns a time that was measured as text: "1.250 s". */
export function millisecondsText(time: number): string {
  return `${time.toFixed(3)} s`;
}

/** Returns the seconds since `begin`, a value of performance.now(). */
export function secondsSince(begin: number): number {
  return (performance.now() - begin) / 1000;
}
