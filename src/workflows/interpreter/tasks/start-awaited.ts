/** Thrown in place of a failure: another run cannot begin before the instant, in milliseconds since the epoch. */
export class StartAwaited extends Error {
  override readonly name = 'StartAwaited';

  constructor(readonly instant: number) {
    super('the account has begun too many runs by runs for now');
  }
}
