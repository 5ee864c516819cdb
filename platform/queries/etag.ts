import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import fresh from 'fresh';

/**
 * Whether the client already has an answer with this ETag. A request for a fresh answer (`Cache-Control: no-cache`)
 * is treated the same, because the ETag changes with the content.
 */
export const knowsEtag = ({ 'if-none-match': known }: IncomingHttpHeaders, etag: string): boolean =>
  known !== undefined && fresh({ 'if-none-match': known }, { etag });

/** The part of an ETag that depends on the content. */
export const contentHash = (content: Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);
