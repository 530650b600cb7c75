/** Leaves the interpreter of a run that waits for long: it is interpreted anew when its time has come. */
export class RunSuspended extends Error {
  override readonly name = 'RunSuspended';
}
