import type * as z from 'zod/mini';

import type { Operation } from './operation.ts';
import { Refusal, type FieldError } from './errors.ts';
import type { Person } from './person.ts';

/** The sender of a request: null for a visitor. */
export type Viewer = Person | null;

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;

export interface Parsed<O extends Operation> {
  readonly params: Output<O['params']>;
  readonly query: Output<O['query']>;
  readonly body: Output<O['body']>;
}

/** @throws Refusal `unauthorized`, `forbidden` or `account-blocked` if the viewer may not call the operation */
export function checkAccess(operation: Operation, viewer: Viewer): void {
  if (operation.access === 'public') return;
  if (viewer === null) throw new Refusal('unauthorized');
  const isWrite = operation.method !== 'GET';
  if (viewer.isBlocked && isWrite && operation.evenBlocked !== true) throw new Refusal('account-blocked');
  if (operation.access === 'admin' && !viewer.isAdmin) throw new Refusal('forbidden');
  if (operation.access === 'moderator' && !viewer.canModerate) throw new Refusal('forbidden');
}

/**
 * Parses the input of a request.
 * @throws Refusal `not-found` for an invalid id in the path, `invalid` with every wrong field
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
  refuseIfAny(errors);
  // The three parts were parsed by the operation's own schemas, which the type checker cannot follow through a union.
  return parsed as Parsed<O>;
}

/**
 * Parses the ids in the path of a request, before its body has arrived.
 * @throws Refusal as `parseInput` does for the path
 */
export function parseParams<P extends z.ZodMiniType>(
  operation: { readonly params: P },
  params: unknown,
): z.output<P> {
  if (namesNothing(operation.params, params)) throw new Refusal('not-found');
  const errors: FieldError[] = [];
  const parsed = read(operation.params, params, errors);
  refuseIfAny(errors);
  return parsed as z.output<P>;
}

function refuseIfAny(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new Refusal('invalid', { detail: errors.map(sentence).join('; '), errors });
}

/** Whether a path parameter that must be one of several words has another value. */
function namesNothing(schema: z.ZodMiniType | undefined, params: unknown): boolean {
  const result = schema?.safeParse(params);
  return result?.error?.issues.some(({ code }) => code === 'invalid_value') === true;
}

function read(schema: z.ZodMiniType | undefined, value: unknown, errors: FieldError[]): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value, { error: wrongKind });
  if (result.success) return result.data;
  for (const issue of result.error.issues)
    errors.push({ path: issue.path.join('.'), message: issue.message });
  return undefined;
}

const sentence = ({ path, message }: FieldError): string => (path === '' ? message : `${path}: ${message}`);

const kinds: Readonly<Record<string, string>> = { object: 'a JSON object', array: 'a list', string: 'text' };

/** The instruction for a value of another kind, if the schema itself has none. */
function wrongKind({ code, path = [], ...rest }: z.core.$ZodRawIssue): string {
  const kind = code === 'invalid_type' && 'expected' in rest ? kinds[String(rest.expected)] : undefined;
  return `${path.join('.') || 'The body'} ${kind === undefined ? 'cannot be read' : `must be ${kind}`}`;
}
