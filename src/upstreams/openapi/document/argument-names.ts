import { fitName } from './tool-names.js';

/** A tool has so many arguments for its parameters, and for the members of its body. */
export const mostArguments = 500;

/** Gives each parameter and each member of the body an argument of its own: one whose name is taken gets a suffix that says where it goes. */
export class ArgumentNames {
  private readonly taken = new Set<string>();
  /** How often a name was wanted that was taken. */
  private readonly counts = new Map<string, number>();

  take(name: string, place: string): string {
    const wanted = fitName(name, 'withDots') || 'value';
    const marked = fitName(`${wanted}_${place}`, 'withDots');
    let found = this.taken.has(wanted) ? marked : wanted;
    while (this.taken.has(found)) {
      const count = (this.counts.get(marked) ?? 1) + 1;
      this.counts.set(marked, count);
      found = fitName(`${marked}_${String(count)}`, 'withDots');
    }
    this.taken.add(found);
    return found;
  }
}
