import type { Banner } from './accounts/first-start.service.js';

/** What a person at a terminal is told after the first start, outside the log: how to get in and what to try. Empty later on. */
export function welcome(
  { token, setupUrl }: Banner,
  url: string,
  servers: readonly { readonly handle: string }[],
): string {
  const sections = [
    ...(token === undefined
      ? []
      : ['Your first key, shown this once:', `  ${token}`, ...firstSteps(token, url, servers)]),
    ...(setupUrl === undefined
      ? []
      : ['Set your e-mail address and password, so that you can approve logins:', `  ${setupUrl}`]),
  ];
  return sections.length === 0 ? '' : `\n${sections.join('\n\n')}\n\n`;
}

function firstSteps(token: string, url: string, servers: readonly { readonly handle: string }[]): string[] {
  const handles = servers.map(({ handle }) => handle);
  const handle = handles.includes('everything') ? 'everything' : handles[0];
  if (handle === undefined)
    return ['Declare a server in mcp.json, then look at it:', curl(token, `${url}/api/servers`)];
  const base = `${url}/api/servers/${handle}/mcp`;
  const list = ['List the tools of a server:', curl(token, `${base}/tools`)];
  if (handle !== 'everything') return list;
  const body = `-H 'Content-Type: application/json' -d '{"name":"echo","arguments":{"message":"hello"}}'`;
  return [...list, 'Call one:', `${curl(token, `${base}/call`)} \\\n    ${body}`];
}

function curl(token: string, url: string): string {
  return `  curl -s -H 'Authorization: Bearer ${token}' ${url}`;
}
