import ipaddr from 'ipaddr.js';

/**
 * The network that one caller can be assumed to own: an IPv4 address, the /64 of an IPv6 address (RFC 6177 gives every site at least that
 * much), or `loopback`. Counting and comparing callers by it keeps them from passing for many.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.range() === 'loopback') return 'loopback';
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : `${Buffer.from(parsed.toByteArray().slice(0, 8)).toString('hex')}/64`;
}
