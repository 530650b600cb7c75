const { base } = document.documentElement.dataset;

/** The path of PUBLIC_URL, `''` at the top: every address of the gateway stands below it. */
export const basePath = base === undefined || base.startsWith('__') ? '' : base;

/** Where the console itself is. */
export const consolePath = `${basePath}/console`;

/** The gateway's address as programs elsewhere must use it. */
export const gatewayUrl = window.location.origin + basePath;

/** Where somebody signs in and comes back here from. */
export function signInPath(): string {
  const { pathname, search } = window.location;
  return `${basePath}/login?next=${encodeURIComponent(pathname.slice(basePath.length) + search)}`;
}
