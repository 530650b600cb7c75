import type { JsonObject, JsonValue } from '../../kernel/json/json.js';
import { sizeOf } from '../expressions/json-size.js';
import type { ObservedStep } from '../interpreter/ports.js';

/** A task of a trial, as it is told. */
export type TriedStep = Omit<ObservedStep, 'input'> & { readonly input?: JsonValue };

/** A call that a run would have made. */
export interface TriedCall {
  readonly step: string;
  /** `tool@server`. */
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Whether an answer was given beforehand; else it was `null`. */
  readonly mocked: boolean;
}

/** An event that a run would have sent. */
export interface TriedEvent {
  readonly step: string;
  readonly event: JsonObject;
}

/** What a trial tells of the tasks that it has carried out: all of them, as far as there is room. */
export class TrialRecord {
  readonly steps: TriedStep[] = [];
  readonly calls: TriedCall[] = [];
  readonly events: TriedEvent[] = [];
  /** Something was left out. */
  isCut = false;
  private bytes = 0;

  constructor(
    private readonly maxSteps: number,
    private readonly maxBytes: number,
  ) {}

  addStep({ input, output, error, ...step }: TriedStep): void {
    if (this.steps.length >= this.maxSteps) {
      this.isCut = true;
      return;
    }
    this.steps.push({
      ...step,
      ...(this.hasRoom(input) ? { input } : {}),
      ...(this.hasRoom(output) ? { output } : {}),
      ...(error === undefined ? {} : { error }),
    });
  }

  addCall({ arguments: args, ...call }: TriedCall): void {
    if (this.calls.length >= this.maxSteps || !this.hasRoom(args as JsonValue)) this.isCut = true;
    else this.calls.push({ ...call, arguments: args });
  }

  addEvent(tried: TriedEvent): void {
    if (this.events.length >= this.maxSteps || !this.hasRoom(tried.event as JsonValue)) this.isCut = true;
    else this.events.push(tried);
  }

  private hasRoom(value: JsonValue | undefined): value is JsonValue {
    if (value === undefined) return false;
    this.bytes += sizeOf(value);
    const fits = this.bytes <= this.maxBytes;
    if (!fits) this.isCut = true;
    return fits;
  }
}
