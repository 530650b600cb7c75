/** How much of what each origin told somebody has heard. */
export type EventPosition = ReadonlyMap<string, number>;

/** One that no channel knows. */
export const forgottenPosition: EventPosition = new Map([['', 0]]);

const form = /^[\da-f]{12}\.\d{1,15}(~[\da-f]{12}\.\d{1,15}){0,31}$/;
/** Newer origins push out the oldest: who has heard so many processes come and go begins anew. */
const maxOrigins = 32;

/** As the id of an event: `origin.count~origin.count`, or `0` for nothing at all. */
export function printPosition(position: EventPosition): string {
  const parts = [...position].slice(-maxOrigins).map(([origin, count]) => `${origin}.${String(count)}`);
  return parts.length === 0 ? '0' : parts.join('~');
}

/** `undefined` for a text that is no such id. */
export function readPosition(text: string): EventPosition | undefined {
  if (text === '0') return new Map();
  if (!form.test(text)) return undefined;
  return new Map(
    text.split('~').map((part) => {
      const [origin = '', count] = part.split('.');
      return [origin, Number(count)] as const;
    }),
  );
}
