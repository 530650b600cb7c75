import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { Config } from '../config/config.js';

/** Finds the caller's address: that of the socket, or what trusted proxies say in `X-Forwarded-For`. */
@Injectable()
export class ClientAddress {
  private readonly trusted = new BlockList();
  private readonly trustsAny: boolean;

  constructor(config: Config) {
    const proxies = config.values.TRUST_PROXY;
    this.trustsAny = proxies.length > 0;
    for (const proxy of proxies) {
      const [address = '', bits] = proxy.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      if (bits === undefined) this.trusted.addAddress(address, family);
      else this.trusted.addSubnet(address, Number(bits), family);
    }
  }

  of(req: IncomingMessage): string {
    const direct = unmapped(req.socket.remoteAddress ?? '');
    if (!this.trustsAny || !this.trusts(direct)) return direct;
    const hops = String(req.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => unmapped(hop.trim()))
      .filter(Boolean);
    while (hops.length > 1 && this.trusts(hops.at(-1) as string)) hops.pop();
    return hops.at(-1) ?? direct;
  }

  private trusts(address: string): boolean {
    return this.trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
}

function unmapped(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
