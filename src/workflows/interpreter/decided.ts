import type { JsonObject } from '../../kernel/json/json.js';
import { redactKept } from '../../kernel/text/secret-patterns.js';
import { decidedSignal, type AwaitedTicket } from './approvals/approval-awaited.js';
import type { TaskInfo } from './durable-context.port.js';
import type { Frame } from './frame.js';
import { timeIsOver } from './time-is-over.js';

/** What somebody is asked to approve. */
interface AskedStep extends TaskInfo {
  /** Of the task in the document. */
  readonly path: string;
  /** `tool@server` */
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** Until somebody has decided about a step, or the time for that is over. */
export async function decided(
  { name, kind, path, tool, arguments: values }: AskedStep,
  ticket: AwaitedTicket,
  round: number,
  { key, deadline, ports }: Frame,
): Promise<void> {
  const call = { step: path, tool, arguments: redactKept(values), approval: { ...ticket } };
  const signals = await ports.context.waitForSignals(
    `${key}/approval#${String(round)}`,
    { awaited: [{ signal: decidedSignal(ticket.id) }], deadline: deadline?.instant, approvalFor: call },
    { name, kind },
  );
  if (signals === undefined && deadline !== undefined) throw timeIsOver(deadline);
}
