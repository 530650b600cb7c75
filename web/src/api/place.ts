const { base } = document.documentElement.dataset;

/** The path of PUBLIC_URL, `''` at the top: every address of the gateway stands below it. */
export const basePath = base === undefined || base.startsWith('__') ? '' : base;

/** Where the console itself is. */
export const consolePath = `${basePath}/console`;

/** The gateway's address as programs elsewhere must use it. */
export const gatewayUrl = window.location.origin + basePath;

/** Where somebody turns the second factor on and comes back here from. */
export function factorPath(): string {
  return `${basePath}/factor?next=${here()}`;
}

/** Where somebody signs in and comes back here from. */
export function signInPath(): string {
  return `${basePath}/login?next=${here()}`;
}

function here(): string {
  const { pathname, search } = window.location;
  return encodeURIComponent(pathname.slice(basePath.length) + search);
}
