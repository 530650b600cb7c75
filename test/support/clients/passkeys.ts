import type { ConsoleClient } from './console-client.js';
import type { Answer, Json } from './gateway-client.js';
import { hiddenFields, type PageVisitor, type ShownPage } from './page-visitor.js';
import { PasskeyDevice, type Misdeed } from './passkey-device.js';
import type { GatewayOptions } from '../gateway.js';

/** Browsers have passkeys for localhost, and for no address. */
export const passkeyPlace = { HOST: 'localhost' } satisfies GatewayOptions['env'];

/** A device in a browser that looks at a gateway of this place. */
export function deviceAt({ url }: { readonly url: string }): PasskeyDevice {
  return new PasskeyDevice(`http://localhost:${new URL(url).port}`);
}

/** What the gateway asks a browser that is to make a passkey. */
export async function askForNew(browser: ConsoleClient, password: string): Promise<Json> {
  const asked = await browser.json('/api/me/passkeys/options', { body: { password } });
  if (asked.status !== 201) throw new Error(asked.text);
  return asked.body;
}

export function sendNew(browser: ConsoleClient, credential: Json, name = 'Laptop'): Promise<Answer> {
  return browser.json('/api/me/passkeys', { body: { name, credential } });
}

/** Adds a passkey as the console does. */
export async function addPasskey(
  browser: ConsoleClient,
  password: string,
  name = 'Laptop',
): Promise<{
  readonly device: PasskeyDevice;
  readonly id: string;
  readonly recoveryCodes: readonly string[];
}> {
  const device = deviceAt(browser);
  const added = await sendNew(browser, device.make(await askForNew(browser, password)), name);
  if (added.status !== 201) throw new Error(added.text);
  return { device, id: String(added.body['id']), recoveryCodes: added.body['recoveryCodes'] as string[] };
}

/** What the page asks a browser that is to show a passkey, as its script does. */
export async function askToShow(visitor: PageVisitor, page: ShownPage): Promise<Json> {
  const { csrf, ticket } = hiddenFields(page, '/login/passkey');
  const { origin } = new URL(page.url);
  const response = await visitor.send(new URL('/login/passkey/options', origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', origin },
    body: JSON.stringify({ csrf, ticket }),
  });
  return (await response.json()) as Json;
}

export function sendShown(visitor: PageVisitor, page: ShownPage, credential: Json): Promise<ShownPage> {
  return visitor.submit(page, '/login/passkey', { passkey: JSON.stringify(credential) });
}

/** Shows a passkey where a page asks for one. */
export async function showPasskey(
  visitor: PageVisitor,
  page: ShownPage,
  device: PasskeyDevice,
  misdeed: Misdeed = {},
): Promise<ShownPage> {
  return sendShown(visitor, page, device.show(await askToShow(visitor, page), misdeed));
}
