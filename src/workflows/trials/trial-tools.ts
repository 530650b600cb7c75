import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json/json.js';
import { askedArguments, askedName, type AskedCall } from '../definition/requests/asked-call.js';
import type { FoundTool, StepCall, ToolAccess } from '../interpreter/tool-access.port.js';
import { WorkflowFailure, type WorkflowError } from '../interpreter/workflow-error.js';
import type { TrialRecord } from './trial-record.js';

/** Answers by `tool@server`: one for all calls, or a list, of which each call takes the next and the last one stays. `{ error }` is one that fails. */
export type Mocks = Readonly<Record<string, JsonValue>>;

/** Answers calls with what was given beforehand, and notes them. No tool is called. */
export class TrialTools implements ToolAccess {
  constructor(
    private readonly mocks: Mocks,
    private readonly record: TrialRecord,
    /** What a request is a call of, when that is known. Throws `RequestFault`. */
    private readonly lookUp: (asked: AskedCall) => Promise<FoundTool | undefined>,
    /** Stands before the keys of steps. */
    private readonly prefix = '',
    private readonly taken = new Map<string, number>(),
  ) {}

  /** For what a workflow calls that another one runs. */
  within(prefix: string): TrialTools {
    return new TrialTools(this.mocks, this.record, this.lookUp, prefix, this.taken);
  }

  call({ server, tool, arguments: args, stepKey }: StepCall): Promise<JsonObject> {
    const name = `${tool}@${server}`;
    const mocked = this.has(name);
    this.record.addCall({ step: `${this.prefix}${stepKey}`, tool: name, arguments: args, mocked });
    const answer = mocked ? this.next(name) : null;
    return isFailure(answer)
      ? Promise.reject(failureOf(answer.error))
      : Promise.resolve({ content: [], structuredContent: answer });
  }

  /** Notes that a workflow is run; what was given beforehand for it, if anything was. Throws the failure that was. */
  childOutput(workflow: string, step: string, args: JsonObject): { readonly value: JsonValue } | undefined {
    const name = `workflow:${workflow}`;
    const mocked = this.has(name);
    this.record.addCall({ step: `${this.prefix}${step}`, tool: name, arguments: args, mocked });
    if (!mocked) return undefined;
    const value = this.next(name);
    if (isFailure(value)) throw failureOf(value.error, step);
    return { value };
  }

  /** The tool that it is a call of, or else what it asks for by the name that the document has for it: answers may be given for either. */
  async find(asked: AskedCall, written: string): Promise<FoundTool> {
    const name = askedName(asked, written);
    const found = this.has(name) ? undefined : await this.lookUp(asked);
    const at = name.lastIndexOf('@');
    return found ?? { tool: name.slice(0, at), server: name.slice(at + 1), arguments: askedArguments(asked) };
  }

  isRepeatable(): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** A trial has no effect that somebody would have to approve. */
  needsApproval(): Promise<boolean> {
    return Promise.resolve(false);
  }

  bindApproval(): Promise<void> {
    return Promise.resolve();
  }

  private has(name: string): boolean {
    return Object.hasOwn(this.mocks, name);
  }

  private next(name: string): JsonValue {
    const answers = this.mocks[name] ?? null;
    if (!Array.isArray(answers)) return answers;
    const list = answers as readonly JsonValue[];
    const index = this.taken.get(name) ?? 0;
    this.taken.set(name, index + 1);
    return list[Math.min(index, list.length - 1)] ?? null;
  }
}

function isFailure(answer: JsonValue): answer is { readonly error: JsonValue } {
  return isJsonObject(answer) && answer['error'] !== undefined && Object.keys(answer).length === 1;
}

/** An error object of workflows, or the text of a tool that reports one. */
function failureOf(error: JsonValue, step = ''): WorkflowFailure {
  const detail = typeof error === 'string' ? error : 'A mocked failure';
  const given = isJsonObject(error) ? (error as Partial<WorkflowError>) : {};
  // Whose failure it is, the call says.
  return new WorkflowFailure({ ...WorkflowFailure.of('runtime', detail, step).error, ...given });
}
