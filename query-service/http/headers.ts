import type { OutgoingHttpHeaders } from 'node:http';

/** On every answer of this service. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

/** What is not a page may load nothing and be framed by nobody. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** For a page of the web client. `publicOrigin`: older browsers do not count sockets of the same origin as 'self'. */
export function pagePolicy(publicOrigin: string): string {
  const socketOrigin = publicOrigin.replace(/^http/, 'ws');
  return [
    "default-src 'self'",
    "script-src 'self'",
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
