import type * as z from 'zod/mini';

import type { ErrorCode } from './errors.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Who may call: anyone, a signed-in person, a moderator or the administrator, the administrator alone. */
type Access = 'public' | 'user' | 'moderator' | 'admin';

/** The media type of responses with one JSON object on each line. */
export const ndjson = 'application/x-ndjson';
export const csv = 'text/csv';

/** One call of the API. Routers parse with it; the OpenAPI document and tests are made from it. */
export interface Operation {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** A write that blocked people may call too. */
  readonly evenBlocked?: true;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** Whether the body may be left out entirely. */
  readonly bodyOptional?: boolean;
  /** Responses other than refusals, by status; null for an empty one. */
  readonly responses: Readonly<Record<number, z.ZodMiniType | null>>;
  /** The schema of one line of its 200 as NDJSON, if it can be answered in that form and as CSV. */
  readonly line?: z.ZodMiniType;
  /** Refusals specific to it; 400, 401, 403, 429 and 503 follow from its other properties. */
  readonly refusals: readonly ErrorCode[];
}

/** An operation's path as routers write it. */
export const routePath = ({ path }: Operation): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

type Details = Omit<Operation, 'access' | 'method' | 'path' | 'refusals'> &
  Partial<Pick<Operation, 'refusals'>>;

/** An operation with this access; without `refusals` it has none of its own. */
export const operation = <const D extends Details>(
  access: Access,
  method: Method,
  path: string,
  details: D,
) => ({ refusals: [] as readonly ErrorCode[], ...details, access, method, path });

/** Headers by which people read their own writes. */
export const positionHeaders = {
  event: 'X-Event-Position',
  minimum: 'X-Min-Position',
  /** The position that the read models had reached when the response was made. */
  read: 'X-Read-Position',
  total: 'X-Total-Count',
} as const;
export const idempotencyHeader = 'Idempotency-Key';
