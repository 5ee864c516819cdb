import * as z from 'zod/mini';

import { uuidPattern } from './uuid.ts';
import { queueKinds } from './vocabulary.ts';

/**
 * From a moderator: what they look at, null for nothing. It is forgotten when the socket ends. Once or twice a second is
 * enough: a socket that sends more than twenty a second for long is ended.
 */
export const Looking = z.nullable(
  z.object({
    kind: z.enum(queueKinds),
    id: z.string().check(z.regex(new RegExp(`^(?:(?:city|location|photo)-)?${uuidPattern}$`))),
  }),
);
export type Looking = z.infer<typeof Looking>;
