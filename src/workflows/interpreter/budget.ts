import { WorkflowFailure } from './workflow-error.js';

const sliceMs = 10;

/** Counts the tasks that a run carries out, so that no loop is endless, and lets other work of the process have its turn. */
export class Budget {
  spent = 0;
  private turnBegan = performance.now();

  /** `left`: tasks that may still be carried out; `by`: the variable that says so. */
  constructor(
    readonly left: number,
    private readonly by: string,
  ) {}

  /** Throws when nothing is left. */
  async spend(count: number, instance: string): Promise<void> {
    this.spent += count;
    if (this.spent > this.left)
      throw WorkflowFailure.of('configuration', `The run carries out too many tasks (${this.by}).`, instance);
    if (performance.now() - this.turnBegan < sliceMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.turnBegan = performance.now();
  }
}
