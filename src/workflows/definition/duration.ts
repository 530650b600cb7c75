import { isJsonObject } from '../../kernel/json/json.js';

const units = {
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1000,
  milliseconds: 1,
} as const;
/** ISO 8601, as far as its parts have one length: weeks, days, hours, minutes and seconds. */
const isoForm =
  /^P(?!$)(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,3})?)S)?)?$/;
const isoUnits = [7 * units.days, units.days, units.hours, units.minutes, units.seconds];
const maxMs = 10 * 365 * units.days;

/** A duration in milliseconds, written as an object of units or in ISO 8601; `undefined` for anything else and for over ten years. */
export function durationMs(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? isoMs(value) : isJsonObject(value) ? unitsMs(value) : undefined;
  return ms === undefined || ms > maxMs ? undefined : Math.ceil(ms);
}

function isoMs(text: string): number | undefined {
  const parts = isoForm.exec(text)?.slice(1);
  return parts?.reduce<number>(
    (sum, part: string | undefined, index) =>
      sum + (part === undefined ? 0 : Number(part)) * (isoUnits[index] ?? 0),
    0,
  );
}

function unitsMs(value: Readonly<Record<string, unknown>>): number | undefined {
  const parts = Object.entries(value);
  if (parts.length === 0) return undefined;
  let sum = 0;
  for (const [unit, amount] of parts) {
    if (!Object.hasOwn(units, unit) || !Number.isSafeInteger(amount) || (amount as number) < 0)
      return undefined;
    sum += (amount as number) * units[unit as keyof typeof units];
  }
  return sum;
}
