/** An answer on its way to the process that holds the call. Texts are sealed. */
export interface SentAnswer {
  readonly id: string;
  readonly process: string;
  readonly answer: string;
}

/** How far an answer has come. */
export interface AnswerState {
  readonly state: 'asked' | 'taken' | 'done';
  /** Grows while the process that has taken it lives. */
  readonly beats: number;
  readonly outcome: string | null;
}

/** Where processes leave answers for each other; each step tells the other one at once, if signals get through. */
export abstract class HeldCallAnswerStore {
  /** Whether there can be other processes at all. */
  abstract readonly isShared: boolean;
  /** Leaves an answer for its process. */
  abstract send(sent: SentAnswer): Promise<void>;
  /** Tells the process once more. */
  abstract remind(process: string): Promise<void>;
  /** Takes what is there for a process, each once. */
  abstract take(process: string): Promise<readonly SentAnswer[]>;
  /** Shows that the process lives that has taken it. Whether somebody still waits. */
  abstract beat(id: string): Promise<boolean>;
  abstract finish(id: string, outcome: string): Promise<void>;
  abstract look(id: string): Promise<AnswerState | undefined>;
  /** Takes an answer back that nobody has taken. Whether that was so. */
  abstract withdraw(id: string): Promise<boolean>;
  abstract remove(id: string): Promise<void>;
  /** Runs `listener` with the id of a process or of an answer that something has happened to; without one when that may be any. */
  abstract onChange(listener: (id: string | undefined) => void): void;
}
