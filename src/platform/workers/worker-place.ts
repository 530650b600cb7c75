import type { FromWorker, ToWorker, WorkerDoors, WorkerPlace } from './worker-messages.js';

/** A process is one worker from its start to its end, so this is kept where its id would be. */
let own: WorkerPlace | undefined;
let doors: WorkerDoors = {};
const waiting: (() => void)[] = [];

/** Listens to the supervisor, and waits for the place that it gives. */
export async function takeWorkerPlace(): Promise<void> {
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'place') own = message.place;
    else doors = message.doors;
    for (const look of waiting) look();
  });
  tellSupervisor({ kind: 'listening' });
  await until(() => own !== undefined);
}

/** Says where the worker answers the others; resolves when they have been told. */
export async function announceDoor(port: number): Promise<void> {
  tellSupervisor({ kind: 'door', port });
  await until(() => own !== undefined && doors[own.number] === port);
}

/** Says that the worker serves. */
export function announceServing(): void {
  tellSupervisor({ kind: 'serving' });
}

/** The place of this process; `undefined` when it is the only one of its gateway. */
export function workerPlace(): WorkerPlace | undefined {
  return own;
}

/** Where another worker answers, while it is there. */
export function doorOf(number: number): number | undefined {
  return number === own?.number ? undefined : doors[number];
}

/** The numbers of the others that are there. */
export function otherWorkers(): readonly number[] {
  return Object.keys(doors)
    .map(Number)
    .filter((number) => number !== own?.number);
}

function tellSupervisor(message: FromWorker): void {
  process.send?.(message);
}

async function until(isSo: () => boolean): Promise<void> {
  if (isSo()) return;
  await new Promise<void>((resolve) => {
    waiting.push(() => {
      if (isSo()) resolve();
    });
  });
}
