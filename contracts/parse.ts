import type * as z from 'zod/mini';

import type { Operation } from './api/index.ts';
import { Refusal, type FieldError } from './errors.ts';

/** Who is asking: null for a visitor. */
export type Viewer = { readonly userId: string; readonly isAdmin: boolean } | null;

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;

export interface Parsed<O extends Operation> {
  readonly params: Output<O['params']>;
  readonly query: Output<O['query']>;
  readonly body: Output<O['body']>;
}

/** @throws Refusal `unauthorized` or `forbidden` when this person may not call the operation at all */
export function checkAccess(operation: Operation, viewer: Viewer): void {
  if (operation.access === 'public') return;
  if (viewer === null) throw new Refusal('unauthorized');
  if (operation.access === 'admin' && !viewer.isAdmin) throw new Refusal('forbidden');
}

/**
 * The typed input of a call from what came over the wire.
 * @throws Refusal `not-found` for a path that names nothing, `invalid` with every field that is wrong
 */
export function parseInput<O extends Operation>(
  operation: O,
  input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown },
): Parsed<O> {
  if (namesNothing(operation.params, input.params)) throw new Refusal('not-found');
  const errors: FieldError[] = [];
  const parsed = {
    params: read(operation.params, input.params, errors),
    query: read(operation.query, input.query, errors),
    body: read(operation.body, operation.bodyOptional === true ? (input.body ?? {}) : input.body, errors),
  };
  if (errors.length > 0) throw new Refusal('invalid', { detail: errors.map(sentence).join('; '), errors });
  // The three parts were read by the operation's own schemas, which the checker cannot follow through a union.
  return parsed as Parsed<O>;
}

/** A part of the path that is one of a few words, and here is another. */
function namesNothing(schema: z.ZodMiniType | undefined, params: unknown): boolean {
  const result = schema?.safeParse(params);
  return result?.error?.issues.some(({ code }) => code === 'invalid_value') === true;
}

function read(schema: z.ZodMiniType | undefined, value: unknown, errors: FieldError[]): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues)
    errors.push({ path: issue.path.join('.'), message: issue.message });
  return undefined;
}

const sentence = ({ path, message }: FieldError): string => (path === '' ? message : `${path}: ${message}`);
