import { workerPlace } from './worker-place.js';

const form = /^(\d{1,4})\./;

/** The id of a session says in which worker it lives; nothing where there is but one process. */
export function atHome(id: string): string {
  const place = workerPlace();
  return place === undefined ? id : `${String(place.number)}.${id}`;
}

/** The number of the worker in which a session lives, by its id. */
export function homeOf(id: string | readonly string[] | undefined): number | undefined {
  const number = typeof id === 'string' ? form.exec(id)?.[1] : undefined;
  return number === undefined ? undefined : Number(number);
}
