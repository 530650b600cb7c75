/** Why there is no program to run: words for the operator. */
export class PackageFailure extends Error {
  override readonly name = 'PackageFailure';

  constructor(
    /** `away` may pass; `missing`: the registry has no such package; `refused`: what there is must not be run. */
    readonly kind: 'away' | 'missing' | 'refused',
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}
