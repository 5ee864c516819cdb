import { createHash } from 'node:crypto';

/**
 * Headers of every response, including socket.io's and responses to malformed requests. Their content security policy
 * is for responses that are not pages: such responses may load nothing and must not be framed. Pages set their own
 * policy.
 */
export const commonHeaders = (publicOrigin: string): Readonly<Record<string, string>> => ({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  ...(publicOrigin.startsWith('https:') && {
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  }),
});

interface PagePolicy {
  readonly publicOrigin: string;
  readonly scripts: readonly string[];
  readonly foreignPictures: boolean;
  readonly mapStyle: string | null;
}

/**
 * The content security policy of a page of the web client. `publicOrigin`: allowed for sockets, because older browsers
 * do not count sockets of the same origin as 'self'. `scripts`: the inline scripts of the page; no others may run.
 * `foreignPictures`: whether pictures from other sites may load. `mapStyle`: the URL of the map style, whose site may
 * be requested; null if the style is not on another site.
 */
export function pagePolicy({ publicOrigin, scripts, foreignPictures, mapStyle }: PagePolicy): string {
  const hashes = scripts.map((text) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  const socketOrigin = publicOrigin.replace(/^http/, 'ws');
  const mapSite = mapStyle === null ? '' : ` ${new URL(mapStyle).origin}`;
  return [
    "default-src 'self'",
    `script-src 'self'${hashes.join('')}`,
    // The components set widths and positions as inline styles.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${foreignPictures ? ' https:' : mapSite}`,
    "font-src 'self'",
    `connect-src 'self' ${socketOrigin}${mapSite}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * A page shares no window with other sites. Of the device's features it may use only the location, and only if a person
 * asks for it.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(self), microphone=(), payment=(), usb=()',
};

/** The content security policy of the API documentation: it may load only its own stylesheet. */
export const docsPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const jsonHeaders = { 'Content-Type': 'application/json; charset=utf-8' } as const;

/**
 * Header names and values, alternating. Node turns an object with so many names into a dictionary with its own shape,
 * which only a full garbage collection frees, so responses from the cache use this form.
 */
export type RawHeaders = readonly string[];

export const rawHeaders = (headers: Readonly<Record<string, string>>): RawHeaders =>
  Object.entries(headers).flat();

/** The headers, and those of `others` whose names they do not contain. Names have the same spelling everywhere. */
export function withOthers(headers: RawHeaders, others: RawHeaders): string[] {
  const all = [...headers];
  for (let at = 0; at < others.length; at += 2) {
    const name = others[at] ?? '';
    if (!headers.includes(name)) all.push(name, others[at + 1] ?? '');
  }
  return all;
}

/** A response may change at any moment: caches must revalidate, which transfers no content if it is unchanged. */
export const visitorCaching: Readonly<Record<string, string>> = {
  'Cache-Control': 'public, no-cache',
  Vary: 'Accept-Encoding, Authorization, Cookie',
};
export const personalCaching: Readonly<Record<string, string>> = {
  'Cache-Control': 'private, no-cache',
  Vary: 'Accept-Encoding, Authorization, Cookie',
};
/** Headers of a redirect that may be withdrawn: a client that follows it asks again the next time. */
export const movedHeaders = (path: string) => ({ Location: path, 'Cache-Control': 'no-cache' });
/** Responses for one person or for moderators are never stored. */
export const secretCaching: Readonly<Record<string, string>> = { 'Cache-Control': 'private, no-store' };
