interface Closable {
  close(): Promise<void>;
}

export type Keeper = <T extends Closable>(thing: T | Promise<T>) => Promise<T>;

/** Keeps what a test opens and closes it after the test, last first, whether it passed or not. */
export function closeAfterEach(): Keeper {
  const { keep, closeAll } = keeper();
  afterEach(closeAll);
  return keep;
}

/** The same for what the tests of one file share. */
export function closeAfterAll(): Keeper {
  const { keep, closeAll } = keeper();
  afterAll(closeAll);
  return keep;
}

function keeper(): { keep: Keeper; closeAll: () => Promise<void> } {
  const open: Closable[] = [];
  return {
    keep: async (thing) => {
      const opened = await thing;
      open.push(opened);
      return opened;
    },
    closeAll: async () => {
      for (let last = open.pop(); last !== undefined; last = open.pop()) await last.close();
    },
  };
}
