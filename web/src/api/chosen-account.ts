const key = 'gantry-account';

/** What this tab was told first, then the browser: two tabs may be in two accounts, and a new one is where the last choice was. */
let chosen = read();

/** The account (`acc_…`) that everything is asked in; `undefined`: the oldest of the person. */
export function chosenAccount(): string | undefined {
  return chosen;
}

/** Keeps a choice, or forgets it. What is on the page is of another account from now on: load it anew. */
export function chooseAccount(id: string | undefined): void {
  chosen = id;
  try {
    for (const storage of [sessionStorage, localStorage])
      if (id === undefined) storage.removeItem(key);
      else storage.setItem(key, id);
  } catch {
    // A browser that keeps nothing stays in the account until it loads a page.
  }
}

/** An address of the API for what sends no headers: streams and downloads. */
export function inChosenAccount(address: string): string {
  if (chosen === undefined) return address;
  return `${address}${address.includes('?') ? '&' : '?'}account=${chosen}`;
}

function read(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
