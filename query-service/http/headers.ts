import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';

/** What is not a page may load nothing and be framed by nobody; the middleware says so on what passes through it. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * For a page of the web client. `publicOrigin`: older browsers do not count sockets of the same origin as 'self'.
 * `scripts`: the texts of those that stand in the page itself; no other may.
 */
export function pagePolicy(publicOrigin: string, scripts: readonly string[]): string {
  const hashes = scripts.map((text) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  const socketOrigin = publicOrigin.replace(/^http/, 'ws');
  return [
    "default-src 'self'",
    `script-src 'self'${hashes.join('')}`,
    // The components set widths and positions on elements as they go.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    `connect-src 'self' ${socketOrigin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A page shares no window with another site's, and asks for nothing that its device could give. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** For the documentation: its own stylesheet and nothing else. */
export const docsPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** An answer may be another the next moment: whoever keeps it asks again, which costs no bytes when it is the same. */
export const visitorCaching: OutgoingHttpHeaders = {
  'Cache-Control': 'public, no-cache',
  Vary: 'Accept-Encoding, Authorization, Cookie',
};
export const personalCaching: OutgoingHttpHeaders = {
  'Cache-Control': 'private, no-cache',
  Vary: 'Accept-Encoding, Authorization, Cookie',
};
/** What is one person's alone, or the administrator's, stays on no disk. */
export const secretCaching: OutgoingHttpHeaders = { 'Cache-Control': 'private, no-store' };
