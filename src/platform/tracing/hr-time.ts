/** Milliseconds since the epoch as OpenTelemetry has times: seconds and nanoseconds. */
export function hrTime(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1_000_000)];
}
