/** Where the audit log goes besides the database. */
export abstract class AuditSink {
  /** What operators know it by; holds no secrets. */
  abstract readonly name: string;
  /** Resolves when the lines are there; `given` ends what nobody waits for any more. Rejects with a `SinkFailure` when they may not be. */
  abstract take(lines: readonly string[], given: AbortSignal): Promise<void>;
  abstract close(): Promise<void>;
}

/** Why a sink did not take what it was given, in words for operators. */
export class SinkFailure extends Error {
  override readonly name = 'SinkFailure';

  /** What the system calls the trouble, as far as it has a name for it. */
  static from(error: unknown): SinkFailure {
    if (error instanceof SinkFailure) return error;
    const { name, code, message } = error as NodeJS.ErrnoException;
    const text = name === 'TimeoutError' ? 'it did not answer in time' : (code ?? message);
    return new SinkFailure(text, { cause: error });
  }
}
