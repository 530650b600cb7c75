import { configDifferences, withChanges, type ConfigDifference } from './config-diff.js';
import { isEqual } from './json-value.js';

/** Two sides that went on from the same base. */
export interface ThreeWay {
  /** Changed on the gateway only. */
  readonly theirs: readonly ConfigDifference[];
  /** Changed here only. */
  readonly mine: readonly ConfigDifference[];
  /** Changed on both sides in the same way. */
  readonly both: readonly ConfigDifference[];
  /** Changed on both sides in different ways; one stands inside the other or both at the same place. */
  readonly conflicts: readonly { readonly theirs: ConfigDifference; readonly mine: ConfigDifference }[];
}

export function compareThree(base: unknown, theirs: unknown, mine: unknown): ThreeWay {
  const theirChanges = configDifferences(base, theirs);
  const myChanges = configDifferences(base, mine);
  const isSame = (a: ConfigDifference, b: ConfigDifference): boolean =>
    a.path === b.path && a.op === b.op && isEqual(a.after, b.after);
  const both = myChanges.filter((change) => theirChanges.some((other) => isSame(change, other)));
  const conflicts = myChanges.flatMap((change) =>
    theirChanges
      .filter((other) => overlaps(change.path, other.path) && !isSame(change, other))
      .map((other) => ({ theirs: other, mine: change })),
  );
  return {
    theirs: theirChanges.filter(
      (change) =>
        !both.some((one) => isSame(one, change)) && !conflicts.some((conflict) => conflict.theirs === change),
    ),
    mine: myChanges.filter(
      (change) => !both.includes(change) && !conflicts.some((conflict) => conflict.mine === change),
    ),
    both,
    conflicts,
  };
}

/** What is on the gateway with what was changed here on top; conflicts go to `prefer`. */
export function merged(theirs: unknown, { mine, conflicts }: ThreeWay, prefer: 'theirs' | 'mine'): unknown {
  const contested = prefer === 'mine' ? conflicts.map((conflict) => conflict.mine) : [];
  return withChanges(theirs, [...new Set(contested), ...mine]);
}

function overlaps(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}
