import { access, constants } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';

/** Where a command is, in the order of the search; `path` is a list of folders as in PATH. Empty when it is nowhere. */
export async function findCommand(command: string, folder: string, path = ''): Promise<readonly string[]> {
  const places = command.includes('/')
    ? [resolve(folder, command)]
    : path
        .split(delimiter)
        .filter(Boolean)
        .map((place) => resolve(folder, place, command));
  const found = await Promise.all(
    places.map((place) =>
      access(place, constants.X_OK).then(
        () => [place],
        () => [],
      ),
    ),
  );
  return found.flat();
}
