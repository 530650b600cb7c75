/** A page as it came, with what can be sent back. */
export interface ShownPage {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
  readonly heading: string;
}

type Fields = Readonly<Record<string, string>>;

/** Visits pages like a browser without JavaScript: keeps cookies, follows redirects as long as they stay here, fills in forms. */
export class PageVisitor {
  readonly cookies = new Map<string, string>();
  /** Every URL that was asked for. */
  readonly visited: string[] = [];
  /** Attributes of each cookie as it was set last. */
  readonly setCookies = new Map<string, string>();

  constructor(
    private readonly base: string,
    private readonly headers: Fields = {},
  ) {}

  get(path: string, headers: Fields = {}): Promise<ShownPage> {
    return this.follow(new URL(path, this.base), { headers });
  }

  /** Sends the form of `page` whose action is `action`, hidden fields included, and follows. */
  submit(page: ShownPage, action: string, fields: Fields, headers: Fields = {}): Promise<ShownPage> {
    return this.post(action, { ...hiddenFields(page, action), ...fields }, headers);
  }

  /** Sends a form made up by hand, and follows. */
  post(path: string, fields: Fields, headers: Fields = {}): Promise<ShownPage> {
    return this.sendForm(path, Object.entries(fields), headers);
  }

  /** The same with names that may be repeated. */
  sendForm(
    path: string,
    fields: readonly (readonly [string, string])[],
    headers: Fields = {},
  ): Promise<ShownPage> {
    const url = new URL(path, this.base);
    return this.follow(url, {
      method: 'POST',
      headers: { origin: url.origin, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields.map(([...pair]) => pair)).toString(),
    });
  }

  /** One request without following; cookies are kept. */
  async send(url: URL, init: RequestInit): Promise<Response> {
    this.visited.push(url.href);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        ...(cookie === '' ? {} : { cookie }),
        ...this.headers,
        ...(init.headers as Fields),
      },
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    this.setCookies.set(name, attributes.join('; '));
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(name.length + 1));
  }

  /** The same browser, with its cookies, at another address. */
  at(base: string): PageVisitor {
    const moved = new PageVisitor(base);
    for (const [name, value] of this.cookies) moved.cookies.set(name, value);
    return moved;
  }

  private async follow(url: URL, init: RequestInit): Promise<ShownPage> {
    const response = await this.send(url, init);
    const location = response.headers.get('location');
    if (location !== null && response.status === 303) {
      await response.text();
      const next = new URL(location, url);
      if (next.origin === url.origin) return this.follow(next, {});
      return { status: response.status, url: location, headers: response.headers, text: '', heading: '' };
    }
    const text = await response.text();
    const heading = unescaped(/<h1[^>]*>([^<]*)</.exec(text)?.[1] ?? '');
    return { status: response.status, url: url.href, headers: response.headers, text, heading };
  }
}

/** The values that the form brings along. */
export function hiddenFields(page: ShownPage, action: string): Record<string, string> {
  const form = page.text.split('<form').find((part) => part.includes(`action="${action}"`));
  if (form === undefined) throw new Error(`no form for ${action} on the page:\n${page.text}`);
  const inputs = [...(form.split('</form>')[0] ?? '').matchAll(/<input[^>]*type="hidden"[^>]*>/g)];
  return Object.fromEntries(inputs.map(([input]) => [attribute(input, 'name'), attribute(input, 'value')]));
}

function attribute(tag: string, name: string): string {
  return unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
}

/** Text as a reader sees it. */
function unescaped(markup: string): string {
  return markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** What a reader sees of a page, in one line. */
export function textOf(page: ShownPage): string {
  return unescaped(page.text.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');
}
