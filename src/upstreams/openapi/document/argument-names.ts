import { fitName } from './tool-names.js';

/** Gives each parameter and each member of the body an argument of its own: one whose name is taken gets a suffix that says where it goes. */
export class ArgumentNames {
  private readonly taken = new Set<string>();

  take(name: string, place: string): string {
    const wanted = fitName(name, 'withDots') || 'value';
    const marked = fitName(`${wanted}_${place}`, 'withDots');
    let found = this.taken.has(wanted) ? marked : wanted;
    for (let count = 2; this.taken.has(found); count++)
      found = fitName(`${marked}_${String(count)}`, 'withDots');
    this.taken.add(found);
    return found;
  }
}
