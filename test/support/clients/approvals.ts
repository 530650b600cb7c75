import type { GatewayClient, Json } from './gateway-client.js';

/** Where a call waits, as its caller is told. */
export interface Ticket {
  readonly id: string;
  readonly url: string;
  readonly expiresAt: string;
}

/** The ticket in an answer that says that somebody has to approve. */
export function ticketOf({ status, body, text }: { status: number; body: Json; text: string }): Ticket {
  if (status !== 202) throw new Error(`not asked: HTTP ${String(status)} ${text}`);
  return body['approval'] as Ticket;
}

/** Decides by the API. */
export async function decide(
  client: GatewayClient,
  { id }: Pick<Ticket, 'id'>,
  decision: 'approve' | 'deny',
  more: Json = {},
): Promise<{ readonly status: number; readonly body: Json }> {
  return client.json(`/api/approvals/${id}`, { body: { decision, ...more } });
}

/** The approvals that somebody sees, newest first. */
export async function inboxOf(client: GatewayClient, status = 'waiting'): Promise<Json[]> {
  const { body } = await client.json(`/api/approvals?status=${status}`);
  return body['approvals'] as Json[];
}
