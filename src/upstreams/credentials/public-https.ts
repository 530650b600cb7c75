import { isIP } from 'node:net';
import { kindOfAddress } from '../../platform/egress/address-kind.js';

/** Names that lead nowhere on the internet (RFC 2606, RFC 6761, RFC 6762, RFC 8375), and those that people give their own networks. */
const private_ =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|test|example|invalid|onion)\.?$/i;

/** Whether others on the internet can fetch from an address, as far as its spelling tells. */
export function isPublicHttps(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:') return false;
  return isIP(host) === 0 ? host.includes('.') && !private_.test(host) : kindOfAddress(host) === 'public';
}
