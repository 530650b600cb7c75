import type { CatalogueKind } from './catalogue-kind.js';

/** What is wrong with an item of a server's list, or with the list itself. */
export interface ListFault {
  readonly list: CatalogueKind;
  /** Name or address of the item; missing when it has none, or when the fault concerns the list. */
  readonly item?: string;
  /** `left-out`: not listed. `repaired`: listed without its wrong members. `incomplete`: more may belong to the list. */
  readonly effect: 'left-out' | 'repaired' | 'incomplete';
  /** In words, of bounded length. */
  readonly detail: string;
}

/** Faults that are kept of one list. */
export const maxListFaults = 50;
const maxReasons = 5;
const maxNameLength = 120;

/** Collects what is wrong with one item. */
export class RepairNotes {
  private readonly reasons: string[] = [];
  private count = 0;
  /** Why the item cannot be listed at all. */
  unusable: string | undefined;

  /** A member that is dropped or replaced, by its path in the item. */
  add(path: readonly string[], reason: string): void {
    this.count++;
    if (this.reasons.length < maxReasons) this.reasons.push(`${path.map(nameOf).join('.')} ${reason}`);
  }

  get any(): boolean {
    return this.count > 0;
  }

  get detail(): string {
    const more = this.count - this.reasons.length;
    return `${this.reasons.join('; ')}${more === 0 ? '' : `; and ${String(more)} more`}.`;
  }
}

/** A name that a server chose, as it can be shown in one line. */
export function nameOf(name: string): string {
  const line = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength)}…` : line;
}
