import type { IncomingHttpHeaders } from 'node:http';
import type { ApprovalWay } from '../../kernel/approval-way.js';
import { ApiHeader } from '../../platform/openapi/api-description.js';

const door = 'http';
/** How nearly every call goes on: with nothing that would have to be looked up. */
const asksAnew: ApprovalWay = { door, again: 'asks' };

/** How a call in plain HTTP goes on with an approval: by `X-Approval`, or by its Idempotency-Key. */
export function httpWay(headers: IncomingHttpHeaders, key: string | undefined): ApprovalWay {
  const id = headers['x-approval']?.toString();
  if (id === undefined && key === undefined) return asksAnew;
  return key === undefined ? { door, id, again: 'asks' } : { door: `${door} ${key}`, id, again: 'stands' };
}

/** Milliseconds that a caller is ready to wait (RFC 7240, `wait`); 0 when it says nothing. */
export function waitOf({ prefer }: IncomingHttpHeaders): number {
  if (prefer === undefined) return 0;
  const seconds = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,6})\b/i.exec(prefer.toString().slice(0, 1024))?.[1];
  return seconds === undefined ? 0 : Number(seconds) * 1000;
}

const approvalHeader = ApiHeader({
  name: 'X-Approval',
  description: 'The id of the approval that this very call was given',
  schema: { type: 'string', maxLength: 64 },
});
const preferHeader = ApiHeader({
  name: 'Prefer',
  description:
    '`wait=60` (RFC 7240): for so many seconds, HELD_CALL_MS at most, a call that needs an approval waits for it and is answered with its result',
  schema: { type: 'string', maxLength: 1024 },
});

/** Documents how a call that needs an approval goes on. */
export function ApprovalHeaders(): MethodDecorator {
  return (target, name, descriptor) => {
    approvalHeader(target, name, descriptor);
    preferHeader(target, name, descriptor);
  };
}
