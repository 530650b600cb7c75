type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name for an address; lower case goes first, as in curl. `isInRange` judges entries of
 * NO_PROXY that are a CIDR.
 */
export function proxyFor(
  { protocol, hostname, port }: URL,
  environment: Environment,
  isInRange: (cidr: string, host: string) => boolean = () => false,
): URL | undefined {
  const value = (name: string): string | undefined => environment[name.toLowerCase()] ?? environment[name];
  const proxy = protocol === 'https:' ? value('HTTPS_PROXY') : value('HTTP_PROXY');
  if (proxy === undefined || proxy === '') return undefined;
  const host = bare(hostname.toLowerCase());
  const exceptions = (value('NO_PROXY') ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const isExcepted = exceptions.some((entry) =>
    entry.includes('/') ? isInRange(entry, host) : isNamed(entry, host, port),
  );
  return isExcepted ? undefined : new URL(proxy.includes('://') ? proxy : `http://${proxy}`);
}

/** An entry of NO_PROXY: `*`, or a host with or without its subdomains and a port. */
function isNamed(entry: string, host: string, port: string): boolean {
  if (entry === '*' || bare(entry) === host) return true;
  const [name = '', onlyPort] = entry.replace(/^\*?\./, '').split(/:(?=\d+$)/);
  return (host === bare(name) || host.endsWith(`.${name}`)) && (onlyPort ?? port) === port;
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** The header that shows the user and password in the address of a proxy. */
export function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
