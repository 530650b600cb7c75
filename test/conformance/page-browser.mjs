// @ts-check
// A browser without scripts and pictures: keeps cookies, follows redirects everywhere, sends forms.

/** @typedef {{ status: number, url: string, text: string }} Shown */

export class PageBrowser {
  /** @type {Map<string, string>} */
  #cookies = new Map();

  /** @param {string} home the gateway; its cookies go nowhere else */
  constructor(home) {
    this.home = home;
  }

  /** @param {string} path @returns {Promise<Shown>} */
  get(path) {
    return this.#follow(new URL(path, this.home), {});
  }

  /**
   * Sends the first form of a page whose action contains `part`, with its hidden fields.
   * @param {Shown} page @param {string} part @param {Record<string, string>} fields
   */
  submit(page, part, fields) {
    const form = page.text.split('<form').find((it) => it.includes(part));
    const action = /action="([^"]*)"/.exec(form ?? '')?.[1];
    if (form === undefined || action === undefined) throw new Error(`no form for ${part}: ${page.text}`);
    const hidden = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
      /name="([^"]*)"/.exec(tag)?.[1] ?? '',
      /value="([^"]*)"/.exec(tag)?.[1] ?? '',
    ]);
    return this.#follow(new URL(action.replaceAll('&amp;', '&'), this.home), {
      method: 'POST',
      headers: { origin: this.home, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...Object.fromEntries(hidden), ...fields }).toString(),
    });
  }

  /** @param {URL} url @param {{ method?: string, headers?: Record<string, string>, body?: string }} init @returns {Promise<Shown>} */
  async #follow(url, init) {
    const isHome = url.origin === this.home;
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(isHome ? { cookie } : {}), ...init.headers },
    });
    if (isHome)
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        this.#cookies.set(name, value);
      }
    const text = await response.text();
    const location = response.headers.get('location');
    if (location !== null && response.status >= 300 && response.status < 400)
      return this.#follow(new URL(location, url), {});
    return { status: response.status, url: url.href, text };
  }
}
