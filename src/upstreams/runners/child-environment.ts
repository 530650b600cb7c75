import { Config } from '../../platform/config/config.js';

/** What every child process gets to see of our own environment: where programs are, and the language. */
export function commonEnvironment(): Record<string, string> {
  return Config.inherited(['PATH', 'LANG']);
}

/** The proxies of the machine, for a child process that has a network. */
export function proxyEnvironment(): Record<string, string> {
  return Config.inherited(['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy']);
}

/** Where programs find the certificate authorities of the machine, for a child process that sees the files. */
export function authorities(): Record<string, string> {
  return Config.inherited(['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE']);
}

/** What a child process of the same user gets to see beside that: a home and a temporary folder. */
export function childEnvironment(): Record<string, string> {
  return { ...commonEnvironment(), ...Config.inherited(['HOME', 'TMPDIR']) };
}
