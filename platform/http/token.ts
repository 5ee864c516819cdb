import { parseCookie } from 'cookie';

import { tokenOf } from '#contracts/shared/access-token';

/** The access token in a request's headers; see `tokenOf`. */
export const tokenIn = (
  headers: { readonly authorization?: string | undefined; readonly cookie?: string | undefined },
  cookie: string,
): ReturnType<typeof tokenOf> =>
  tokenOf({ authorization: headers.authorization, cookies: parseCookie(headers.cookie ?? '') }, cookie);
