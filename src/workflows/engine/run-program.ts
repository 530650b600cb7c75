import type { JsonObject, JsonValue } from '../../kernel/json/json.js';
import type { DurableContext } from '../interpreter/durable-context.port.js';

/** The definition of a run, ready to be carried out with the tools of its app. */
export interface RunProgram {
  /** From the beginning; finished steps are taken from what the context remembers. */
  run(context: DurableContext): Promise<JsonValue>;
  /** One branch, from its data alone. */
  branch(program: JsonObject, context: DurableContext): Promise<JsonValue>;
}
