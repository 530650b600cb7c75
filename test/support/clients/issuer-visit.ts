import { PageVisitor, type ShownPage } from './page-visitor.js';

/** Goes out to an issuer that asks nobody anything, and says where it sends the browser back. */
export async function goOut(
  browser: PageVisitor,
  base: string,
  begin = '/oauth/sign-in/corp?next=/welcome',
): Promise<{ readonly out: URL; readonly back: URL }> {
  const response = await browser.send(new URL(begin, base), {});
  const out = new URL(response.headers.get('location') ?? 'nowhere:');
  if (response.status !== 303) throw new Error(`${String(response.status)} ${await response.text()}`);
  const sent = await fetch(out, { redirect: 'manual' });
  return { out, back: new URL(sent.headers.get('location') ?? 'nowhere:') };
}

/** Signs a browser in at the issuer; the page that it ends at. */
export async function signInAt(
  gateway: { readonly url: string },
  begin?: string,
  browser = new PageVisitor(gateway.url),
): Promise<ShownPage & { readonly browser: PageVisitor }> {
  const { back } = await goOut(browser, gateway.url, begin);
  return { ...(await browser.get(back.pathname + back.search)), browser };
}
