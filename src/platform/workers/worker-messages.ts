/** Which of the workers of a gateway a process is. */
export interface WorkerPlace {
  /** From 1 on; what is started in place of a worker that died has its number. */
  readonly number: number;
  /** What the workers of one start know each other by. */
  readonly secret: string;
  /** Whether it is the first one of the start, and says what a start has to say. */
  readonly leads: boolean;
}

/** The ports at which workers answer one another, by their numbers. */
export type WorkerDoors = Readonly<Record<number, number>>;

/** What the supervisor tells a worker. */
export type ToWorker =
  | { readonly kind: 'place'; readonly place: WorkerPlace }
  | { readonly kind: 'doors'; readonly doors: WorkerDoors };

/** What a worker tells the supervisor, in this order: that it listens to it, that the others may knock at `port`, and that it serves. */
export type FromWorker =
  | { readonly kind: 'listening' }
  | { readonly kind: 'door'; readonly port: number }
  | { readonly kind: 'serving' };
