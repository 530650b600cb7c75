/** Knows accounts by slug and id. */
export abstract class AccountNames {
  /** Whether the account with this id is the one that is named, by slug or id. */
  abstract isNamed(accountId: string, named: string): Promise<boolean>;
}
