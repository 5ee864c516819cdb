import * as z from 'zod/mini';

import type { ErrorCode } from '../errors.ts';
import { uuid } from '../fields.ts';
import { providers } from '../providers.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Who may call: anyone, a signed-in person, the administrator. */
export type Access = 'public' | 'user' | 'admin';

/** One call of the API: what routers parse by, what the OpenAPI document and the tests are made from. */
export interface Operation {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** A body may be left out entirely. */
  readonly bodyOptional?: boolean;
  /** Answers that are no refusals, by status; null for an empty one. */
  readonly answers: Readonly<Record<number, z.ZodMiniType | null>>;
  /** Refusals particular to it; 400, 401, 403, 429 and 503 follow from the rest. */
  readonly refusals: readonly ErrorCode[];
}

/** An operation's path as routers write it. */
export const routePath = ({ path }: Operation): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

export const operation = <const O extends Operation>(value: O): O => value;

export const cityParams = z.object({ id: uuid('City id') });
export const locationParams = z.object({ id: uuid('Location id') });
export const editParams = z.object({ id: uuid('Location id'), editId: uuid('Edit id') });
export const photoParams = z.object({ photoId: uuid('Photo id') });
export const sessionParams = z.object({ sid: uuid('Session id') });
export const providerParams = z.object({ provider: z.enum(providers) });
