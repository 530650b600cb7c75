import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json/json.js';
import { eventTypeForm, mostTypeLetters } from '../../definition/read-events.js';
import type { EmitTask } from '../../definition/workflow-definition.js';
import { valueOf } from '../evaluation.js';
import type { Frame } from '../frame.js';
import { done, type TaskOutcome } from '../task-outcome.js';
import type { EmittedEvent } from '../ports.js';
import { WorkflowFailure } from '../workflow-error.js';

/** Sends an event, once: the step is remembered, and until it is, the event is known by its key. Yields the event. */
export async function runEmit(task: EmitTask, input: JsonValue, frame: Frame): Promise<TaskOutcome> {
  const { context, events } = frame.ports;
  const time = new Date(await context.now(`${frame.key}/time`)).toISOString();
  const event = eventOf(await valueOf(task.event, input, frame), time, frame);
  const step = { name: task.name, kind: 'emit', isRepeatable } as const;
  return done(
    await context.step(frame.key, step, async ({ leaving }) => {
      await leaving();
      await events.emit(frame.key, event);
      return event as JsonValue;
    }),
  );
}

/** The event that the attributes make. Throws an `expression` error. */
function eventOf(attributes: JsonValue, time: string, { key, ports }: Frame): EmittedEvent {
  const given: JsonObject = isJsonObject(attributes) ? attributes : {};
  const { type } = given;
  if (typeof type !== 'string' || type.length > mostTypeLetters || !eventTypeForm.test(type))
    throw WorkflowFailure.of('expression', 'The type of the event is no name of a type.', key);
  for (const [name, value] of Object.entries(given))
    if (name !== 'data' && typeof value === 'object' && value !== null)
      throw WorkflowFailure.of('expression', `The attribute ${name} of the event is no text.`, key);
  const { id = `${ports.context.runId}/${key}` } = given;
  return { time, ...given, specversion: '1.0', id: String(id), type };
}

/** The event is sent once however often it is tried. */
function isRepeatable(): Promise<boolean> {
  return Promise.resolve(true);
}
