/** So much work begins in a turn of the event loop in which a connection came; in the next that sees none twice as much, and so on. */
const least = 4;

const waiting: (() => void)[] = [];
let hasCome = false;
let areTurnsShort = false;
let most = least;

/**
 * Tells that a connection has come. Node 20 takes one in each turn of its event loop (libuv 1.46), however many wait at the door: as long as
 * there is one in each turn, turns are kept short, lest those who are in keep the others out for seconds.
 */
export function connectionCame(): void {
  hasCome = true;
  if (areTurnsShort) return;
  areTurnsShort = true;
  setImmediate(endTurn);
}

/** Begins work that callers wait for: at once, or while connections come in one of the next turns, first come first served. It must not throw. */
export function inTurn(begin: () => void): void {
  if (areTurnsShort) waiting.push(begin);
  else begin();
}

function endTurn(): void {
  most = hasCome ? least : most * 2;
  areTurnsShort = hasCome || waiting.length > most;
  hasCome = false;
  if (areTurnsShort) setImmediate(endTurn);
  for (const begin of waiting.splice(0, most)) begin();
}
