import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** One entry of EGRESS_ALLOW. */
type Entry = { readonly range: Range } | { readonly host: string; readonly port: string };

/** Where servers of tenants may be although the address is private. */
export class EgressAllowList {
  private readonly entries: readonly Entry[];

  constructor(texts: readonly string[]) {
    this.entries = texts.flatMap((text) => parseEntry(text) ?? []);
  }

  /** Whether `address`, which `host` (a name or an address) led to, may be connected to at `port`. */
  allows(host: string, address: string, port: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return this.entries.some((entry) =>
      'range' in entry
        ? parsed.kind() === entry.range[0].kind() && parsed.match(entry.range)
        : entry.port === port && (entry.host === host || entry.host === parsed.toString()),
    );
  }
}

/** Whether a host is an address in a CIDR. */
export function isInRange(cidr: string, host: string): boolean {
  if (!ipaddr.isValidCIDR(cidr) || !ipaddr.isValid(host)) return false;
  const [range, length] = ipaddr.parseCIDR(cidr);
  const address = ipaddr.process(host);
  return address.kind() === range.kind() && address.match(range, length);
}

/** Whether `text` is `host:port`, an address, or a CIDR. */
export function isEgressEntry(text: string): boolean {
  return parseEntry(text) !== undefined;
}

function parseEntry(text: string): Entry | undefined {
  if (text.includes('/')) return ipaddr.isValidCIDR(text) ? { range: ipaddr.parseCIDR(text) } : undefined;
  if (ipaddr.isValid(text)) {
    const address = ipaddr.process(text);
    return { range: [address, address.kind() === 'ipv4' ? 32 : 128] };
  }
  const [, host, port] = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/.exec(text) ?? [];
  if (host === undefined || port === undefined || !URL.canParse(`http://${host}:${port}`)) return undefined;
  return { host: bareHost(new URL(`http://${host}`).hostname), port: String(Number(port)) };
}

/** A host as URLs spell it, without the brackets of IPv6. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}
