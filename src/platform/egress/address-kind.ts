import ipaddr from 'ipaddr.js';

/** What a connection to an address would reach: the internet, something nearer, or the credentials of the machine itself. */
export type AddressKind = 'public' | 'private' | 'metadata';

/** Services of clouds that hand credentials to whoever asks from the machine. */
const metadata: ReadonlySet<string> = new Set([
  ...[
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
  ],
  ...['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254'].map((text) => ipaddr.parse(text).toString()),
]);

/** Global unicast (RFC 4291 §2.4): all that is routed on the internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Judges an IPv4 or IPv6 address in any spelling; what is no address is `private`. Addresses inside addresses count as what they lead to. */
export function kindOfAddress(text: string): AddressKind {
  if (!ipaddr.isValid(text)) return 'private';
  const address = ipaddr.process(text);
  const inner = address instanceof ipaddr.IPv6 ? embeddedIn(address) : undefined;
  if (isMetadata(address) || (inner !== undefined && isMetadata(inner))) return 'metadata';
  if (address.range() !== 'unicast') return 'private';
  return address instanceof ipaddr.IPv6 && (inner !== undefined || !address.match(globalUnicast))
    ? 'private'
    : 'public';
}

function isMetadata(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address instanceof ipaddr.IPv4) return metadata.has(address.toString());
  return metadata.has(new ipaddr.IPv6([...address.parts]).toString());
}

/** The IPv4 address that a translator or tunnel would make of an IPv6 address: NAT64, 6to4, Teredo, SIIT, ISATAP. */
function embeddedIn(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const { parts } = address;
  const at = (index: number, flip = 0) => (parts[index] ?? 0) ^ flip;
  switch (address.range()) {
    case 'rfc6052':
    case 'rfc6145':
      return ipv4(at(6), at(7));
    case '6to4':
      return ipv4(at(1), at(2));
    case 'teredo':
      return ipv4(at(6, 0xffff), at(7, 0xffff));
    default:
      return (at(4) & 0xfdff) === 0 && at(5) === 0x5efe ? ipv4(at(6), at(7)) : undefined;
  }
}

function ipv4(high: number, low: number): ipaddr.IPv4 {
  return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]);
}
