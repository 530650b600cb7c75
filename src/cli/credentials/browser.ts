import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import type { Environment } from '../environment.js';

/** Opens an address in the user's browser; says whether there is one to open it. No shell sees the address. */
export function openBrowser(address: string, environment: Environment): Promise<boolean> {
  const [program, ...rest] = opener(environment);
  if (program === undefined || !/^https?:/.test(address)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(program, [...rest, address], { shell: false, detached: true, stdio: 'ignore' });
    child.once('error', () => {
      resolve(false);
    });
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

function opener({ BROWSER, DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME }: Environment): readonly string[] {
  if (BROWSER !== undefined) return BROWSER === 'none' ? [] : [BROWSER];
  switch (platform()) {
    case 'darwin':
      return ['open'];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    default:
      // Without a display xdg-open would start a browser inside the terminal, over the code that is to be read.
      return (DISPLAY ?? WAYLAND_DISPLAY ?? WSL_DISTRO_NAME) === undefined ? [] : ['xdg-open'];
  }
}
