import * as z from 'zod/mini';

import { uuidPattern } from '../shared/uuid.ts';
import { queueKinds } from './queue-words.ts';

/**
 * Sent by a moderator: the item that they have open, null for none. It is forgotten when the socket ends. Once or
 * twice a second is enough: a socket that keeps sending more than twenty a second is closed.
 */
export const Looking = z.nullable(
  z.object({
    kind: z.enum(queueKinds),
    id: z.string().check(z.regex(new RegExp(`^(?:(?:city|location|photo)-)?${uuidPattern}$`))),
  }),
);
export type Looking = z.infer<typeof Looking>;
