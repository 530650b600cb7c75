export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Finds the addresses of a host name. */
export abstract class AddressLookup {
  /** All of them, in the order to try. Rejects with a system error such as `ENOTFOUND`. */
  abstract resolve(hostname: string): Promise<readonly ResolvedAddress[]>;
}
