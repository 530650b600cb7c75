/** The media ranges of an `Accept` header with their weights (RFC 9110 §12.5.1), in its order; a weight that is not one counts as 1. */
export function weightsIn(accept: string): ReadonlyMap<string, number> {
  return new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [type, weight !== undefined && weightForm.test(weight) ? Number(weight) : 1];
    }),
  );
}

const weightForm = /^[01](?:\.\d*)?$/;

/** Whether a caller wants events rather than JSON: of both at the same weight JSON, of events and "anything" the events. */
export function prefersEvents(accept: string | undefined): boolean {
  if (accept === undefined || !/text\/event-stream/i.test(accept)) return false;
  const weights = weightsIn(accept);
  const events = weights.get('text/event-stream') ?? 0;
  const named = weights.get('application/json');
  const json = named ?? weights.get('application/*') ?? weights.get('*/*') ?? 0;
  return events > 0 && (named === undefined ? events >= json : events > json);
}
