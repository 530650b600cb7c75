import { setMaxListeners } from 'node:events';
import type { JsonValue } from '../../../kernel/json/json.js';
import type {
  Branch,
  BranchOptions,
  BranchResults,
  DurableContext,
} from '../../interpreter/durable-context.port.js';
import { HeldData, tooMuchData } from '../../interpreter/held-data.js';
import { allFailed } from '../../interpreter/all-failed.js';
import { errorValue, WorkflowFailure, type WorkflowError } from '../../interpreter/workflow-error.js';
import { WorkAborted } from '../run-stopped.js';
import type { Execution } from './execution.js';

interface Fork {
  readonly key: string;
  readonly branches: readonly Branch[];
  readonly options: BranchOptions;
}

type MakeContext = (signal: AbortSignal, branch: Branch) => DurableContext;

/** The branch that ended the others: by winning, by failing, or in a competition by failing as the last of all: `error` is of all then. */
interface Decision {
  readonly branch: number;
  readonly error?: WorkflowError;
}

/** Runs branches side by side. Which of them decided is journalled, so that a replay runs that one alone. */
export async function runBranches(
  execution: Execution,
  signal: AbortSignal,
  contextOf: MakeContext,
  { key, branches, options: { concurrency, compete, maxBytes } }: Fork,
): Promise<BranchResults> {
  const decided = execution.replay.take(key)?.value as Decision | undefined;
  const group = new BranchGroup(execution, signal, contextOf, branches);
  try {
    if (decided !== undefined) {
      const { branch: decisive, error } = decided;
      const isOver = (index: number) => error !== undefined || index !== decisive;
      execution.replay.forget(branches.flatMap((branch, index) => (isOver(index) ? branch.key : [])));
      if (error !== undefined) throw new WorkflowFailure(error);
      const output = await group.run(decided.branch);
      // Without a competition a branch that completed can only have decided because it was too much.
      if (!compete) throw tooMuchData(maxBytes, key);
      return { outputs: [output], winner: decided.branch };
    }
    const held = new HeldData(maxBytes, key);
    const outputs = await group.runAll(
      compete ? branches.length : concurrency,
      compete ? key : undefined,
      held,
      (branch, error) => {
        const value = { branch, ...(error === undefined ? {} : { error: errorValue(error) }) };
        execution.record([{ kind: 'branches', key, value }]);
      },
    );
    const { winner } = group;
    return winner === undefined ? { outputs } : { outputs: [outputs[winner] as JsonValue], winner };
  } finally {
    group.close();
  }
}

class BranchGroup {
  winner: number | undefined;
  private failure: { readonly error: unknown } | undefined;
  private readonly controller = unboundController();
  private readonly abort = () => {
    this.controller.abort(this.signal.reason);
  };

  constructor(
    private readonly execution: Execution,
    private readonly signal: AbortSignal,
    private readonly contextOf: MakeContext,
    private readonly branches: readonly Branch[],
  ) {
    if (signal.aborted) this.abort();
    else signal.addEventListener('abort', this.abort);
  }

  run(index: number): Promise<JsonValue> {
    const branch = this.branches[index] as Branch;
    return this.execution.program.branch(branch.program, this.contextOf(this.controller.signal, branch));
  }

  /**
   * The outputs in the order of the branches, or what the first failure threw. `competition` is the key of one; `onDecided` hears which
   * branch ended the others, and the error when all have failed.
   */
  async runAll(
    concurrency: number,
    competition: string | undefined,
    held: HeldData,
    onDecided: (branch: number, error?: WorkflowError) => void,
  ): Promise<JsonValue[]> {
    const outputs: JsonValue[] = Array.from({ length: this.branches.length }, () => null);
    const errors: WorkflowError[] = [];
    let next = 0;
    let failed = 0;
    let active = Math.max(1, Math.min(concurrency, this.branches.length));
    const line = async () => {
      while (next < this.branches.length && !this.controller.signal.aborted) {
        const index = next++;
        try {
          const output = await this.run(index);
          held.add(output);
          outputs[index] = output;
          if (competition !== undefined) this.decide(index, undefined, onDecided);
        } catch (error) {
          if (competition === undefined || !(error instanceof WorkflowFailure)) {
            this.decide(index, { error }, onDecided);
            continue;
          }
          errors[index] = error.error;
          if (++failed < this.branches.length) continue;
          const failure = allFailed(competition, this.branches.map(keyOf), errors, error.error);
          this.decide(index, { error: failure }, (branch) => {
            onDecided(branch, failure.error);
          });
        }
      }
      // The last one goes on as the line that waited for all.
      if (--active > 0) this.execution.branch(-1);
    };
    this.execution.branch(active - 1);
    await Promise.all(Array.from({ length: active }, line));
    if (this.failure !== undefined) throw this.failure.error;
    this.signal.throwIfAborted();
    return outputs;
  }

  close(): void {
    this.signal.removeEventListener('abort', this.abort);
  }

  private decide(index: number, failure: typeof this.failure, onDecided: (branch: number) => void): void {
    if (this.controller.signal.aborted) {
      this.failure ??= this.winner === undefined ? failure : undefined;
      return;
    }
    this.failure = failure;
    if (failure === undefined) this.winner = index;
    onDecided(index);
    this.controller.abort(new WorkAborted('branch-ended'));
  }
}

/** As many may listen to it as there are branches. */
function unboundController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

function keyOf({ key }: Branch): string {
  return key;
}
