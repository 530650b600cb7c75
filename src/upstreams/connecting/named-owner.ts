/** Whose a connection is, for people. */
export interface NamedOwner {
  readonly kind: 'user' | 'account' | 'app';
  readonly id: string;
  readonly name: string;
}
