import { Injectable } from '@nestjs/common';
import { lookup } from 'node:dns/promises';
import { AddressLookup, type ResolvedAddress } from './address-lookup.port.js';

/** Asks the system: its hosts file, then DNS. */
@Injectable()
export class SystemAddressLookup extends AddressLookup {
  async resolve(hostname: string): Promise<readonly ResolvedAddress[]> {
    const found = await lookup(hostname, { all: true, order: 'verbatim' });
    return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
  }
}
