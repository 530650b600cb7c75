import { PageVisitor } from '../../support/clients/page-visitor.js';
import { decideOn, returnedBy } from '../../support/oauth/oauth-flow.js';
import { operator } from '../../support/people.js';

/**
 * What the operator does with an address that a program opened in a fresh browser: signs in, looks, decides. The address at which the
 * browser leaves the gateway, which nobody has visited yet.
 */
export async function decideAt(asked: URL, decision: 'allow' | 'deny' = 'allow'): Promise<URL> {
  const browser = new PageVisitor(asked.origin);
  const login = await browser.get(asked.pathname + asked.search);
  const page = await browser.submit(login, '/login', operator);
  return new URL(returnedBy(await decideOn(browser, page, decision)).location);
}
