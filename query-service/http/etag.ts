import type { IncomingHttpHeaders } from 'node:http';

import fresh from 'fresh';

/**
 * Whether the client has an answer with this ETag. This holds for a client that asks for a fresh answer
 * (`Cache-Control: no-cache`), too, since the ETag changes with the content.
 */
export const knowsEtag = ({ 'if-none-match': known }: IncomingHttpHeaders, etag: string): boolean =>
  known !== undefined && fresh({ 'if-none-match': known }, { etag });
