import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isJsonObject } from '../../kernel/json/json.js';
import type { VerifyKind } from './hook.js';

/** What was sent to a webhook. */
export interface Delivery {
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly value: unknown;
}

/** Older signatures are replays, for senders that sign the time. */
const windowSeconds = 300;
const mostSignatures = 10;

/** Whether the body is signed with this secret, as senders of this kind do it. Compares in constant time. */
export function isSigned(
  kind: VerifyKind,
  secret: string,
  { headers, bytes }: Delivery,
  now: number,
): boolean {
  const mac = (...parts: readonly (string | Buffer)[]) => {
    const hmac = createHmac('sha256', secret);
    for (const part of parts) hmac.update(part);
    return hmac.digest();
  };
  const header = (name: string) => textOf(headers[name]);
  switch (kind) {
    case 'github':
      return isMac(header('x-hub-signature-256'), 'sha256=', mac(bytes));
    case 'hmac-sha256': {
      const given = header('x-signature-256') ?? header('x-signature') ?? header('x-hub-signature-256');
      return isMac(given?.startsWith('sha256=') === false ? `sha256=${given}` : given, 'sha256=', mac(bytes));
    }
    case 'slack': {
      const time = header('x-slack-request-timestamp') ?? '';
      return isRecent(time, now) && isMac(header('x-slack-signature'), 'v0=', mac(`v0:${time}:`, bytes));
    }
    case 'stripe': {
      const { time, parts } = stripeSignature(header('stripe-signature'));
      return isRecent(time, now) && parts.some((part) => isMac(part, 'v1=', mac(`${time}.`, bytes)));
    }
  }
}

/**
 * What the sender calls the delivery, the same when it sends it again; `undefined` when it does not say. Of senders that sign the time what they
 * have signed is a name, too: a replay has the same, however its signature is written.
 */
export function deliveryIdOf(
  kind: VerifyKind | undefined,
  { headers, bytes, value }: Delivery,
): string | undefined {
  const members = isJsonObject(value) ? value : {};
  const header = (name: string) => textOf(headers[name]);
  const text = (member: unknown) => (typeof member === 'string' ? textOf(member) : undefined);
  if (kind === 'github') return header('x-github-delivery');
  const signedAt = (time = '') => `${time}.${createHash('sha256').update(bytes).digest('hex')}`;
  if (kind === 'slack') return text(members['event_id']) ?? signedAt(header('x-slack-request-timestamp'));
  if (kind === 'stripe')
    return text(members['id']) ?? signedAt(stripeSignature(header('stripe-signature')).time);
  return (
    header('webhook-id') ??
    header('x-delivery-id') ??
    header('x-github-delivery') ??
    header('idempotency-key')
  );
}

function stripeSignature(header = ''): { readonly time: string; readonly parts: readonly string[] } {
  const parts = header.split(',', mostSignatures);
  return { time: parts.find((part) => part.startsWith('t='))?.slice(2) ?? '', parts };
}

function textOf(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= 4096 ? value : undefined;
}

function isRecent(seconds: string, now: number): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(now / 1000 - Number(seconds)) <= windowSeconds;
}

/** Whether `given` is this signature after `prefix`, in hexadecimal digits or base64. */
function isMac(given: string | undefined, prefix: string, mac: Buffer): boolean {
  if (given?.startsWith(prefix) !== true) return false;
  const text = given.slice(prefix.length);
  const bytes = Buffer.from(text, /^[\da-f]{64}$/i.test(text) ? 'hex' : 'base64');
  return bytes.length === mac.length && timingSafeEqual(bytes, mac);
}
