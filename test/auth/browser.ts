export interface Page {
  /** The address after all redirects. */
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Every address that was opened to get there. */
  readonly way: readonly string[];
}

/** A browser with the features that sign-in needs: it keeps cookies for each host, follows redirects, sends forms. */
export interface Browser {
  open(url: string): Promise<Page>;
  /** Clicks a button of the form on a page. Does not open addresses below `stopAt`. */
  choose(page: Page, choice: string, options?: { readonly stopAt?: string }): Promise<Page>;
  /** Sends a request as the page's own script would. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
  /** The latest Set-Cookie line of each of the app's cookies. */
  readonly setCookies: ReadonlyMap<string, string>;
  /** Drops a cookie of the app. */
  forget(name: string): void;
}

export interface BrowserOptions {
  /** The app's origin as the browser sees it. */
  readonly appOrigin: string;
  /** The app's real origin. */
  readonly at: string;
}

export function createBrowser({ appOrigin, at }: BrowserOptions): Browser {
  const cookies = new Map<string, Cookie>();
  const setCookies = new Map<string, string>();

  async function send(url: URL, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    const own = [...cookies.values()].filter((cookie) => isFor(cookie, url));
    if (own.length > 0) headers.set('Cookie', own.map(({ name, value }) => `${name}=${value}`).join('; '));
    headers.set('User-Agent', 'TestBrowser/1.0');
    const target = url.href.startsWith(`${appOrigin}/`) ? at + url.href.slice(appOrigin.length) : url.href;
    const response = await fetch(target, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const cookie = cookieOf(line, url);
      const key = `${cookie.host} ${cookie.path} ${cookie.name}`;
      if (cookie.isOver) cookies.delete(key);
      else cookies.set(key, cookie);
      if (url.origin === appOrigin) setCookies.set(cookie.name, line);
    }
    return response;
  }

  async function follow(first: URL, init: RequestInit, stopAt?: string): Promise<Page> {
    const way = [first.href];
    let url = first;
    let response = await send(url, init);
    while (response.status >= 300 && response.status < 400) {
      url = new URL(response.headers.get('Location') ?? '', url);
      way.push(url.href);
      if (way.length > 20) throw new Error(`No end: ${way.join(' ')}`);
      await response.arrayBuffer();
      if (stopAt !== undefined && url.href.startsWith(stopAt)) {
        return { url, status: 0, headers: new Headers(), text: '', way };
      }
      response = await send(url, {});
    }
    return { url, status: response.status, headers: response.headers, text: await response.text(), way };
  }

  return {
    setCookies,
    forget(name) {
      for (const [key, cookie] of cookies) {
        if (cookie.name === name && cookie.host === new URL(appOrigin).hostname) cookies.delete(key);
      }
    },
    open: (url) => follow(new URL(url, appOrigin), {}),
    choose: ({ url }, choice, { stopAt } = {}) =>
      follow(url, { method: 'POST', body: new URLSearchParams({ choice }) }, stopAt),
    call: (method, path, body) =>
      send(new URL(path, appOrigin), {
        method,
        headers: {
          Origin: appOrigin,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}

interface Cookie {
  readonly host: string;
  readonly path: string;
  readonly name: string;
  readonly value: string;
  readonly isOver: boolean;
}

function cookieOf(line: string, { hostname: host }: URL): Cookie {
  const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
  const path = /; *path=([^;]*)/i.exec(line)?.[1] ?? '/';
  const expires = /; *expires=([^;]*)/i.exec(line)?.[1];
  return { host, path, name, value, isOver: expires !== undefined && Date.parse(expires) <= Date.now() };
}

const isFor = ({ host, path }: Cookie, { hostname, pathname }: URL): boolean =>
  host === hostname && (pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')));
