import * as z from 'zod/mini';

import { uuid } from './fields.ts';
import { providers } from './providers.ts';

export const cityParams = z.object({ id: uuid('City id') });
export const locationParams = z.object({ id: uuid('Location id') });
export const editParams = z.object({ id: uuid('Location id'), editId: uuid('Edit id') });
export const photoParams = z.object({ photoId: uuid('Photo id') });
export const personParams = z.object({ userId: uuid('User id') });
/** For paths that call the photo's id `id`, like other entities' ids. */
export const photoIdParams = z.object({ id: uuid('Photo id') });
export const batchParams = z.object({ batchId: uuid('Batch id') });
export const sessionParams = z.object({ sid: uuid('Session id') });
export const providerParams = z.object({ provider: z.enum(providers) });
