import type * as z from 'zod/mini';

import { csv, idempotencyHeader, ndjson, positionHeaders, type Operation } from '#contracts/shared/operation';
import { operations } from '#contracts/api';
import { errorStatus, type ErrorCode } from '#contracts/shared/errors';
import { brand, errorTexts } from '#contracts/shared/texts';
import { sessionCookieOf } from '#platform/http/access-token';

import { responseSchema, componentSchemas, inputSchema, type JsonSchema } from './schemas.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: JsonSchema;
  readonly responses: Readonly<Record<string, JsonSchema & { readonly description: string }>>;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: JsonSchema;
}

const description =
  'Entities are JSON with camelCase names; times are ISO 8601, UTC. Lists are arrays of at most `limit` entries; ' +
  'the Link header names the next page. Refusals are problem details (RFC 9457).';

/** The OpenAPI 3.1 document of all operations in the contract. `origin`: the API's public address. */
export function openApiDocument(origin: string): OpenApiDocument {
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = operationObject(name, operation);
  }
  return {
    openapi: '3.1.0',
    info: { title: brand.name, version: '1', description },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas: componentSchemas(),
      headers: responseHeaders,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The access token of a sign-in.' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieOf(origin),
          description: 'Set by a sign-in.',
        },
      },
    },
  };
}

function operationObject(name: string, operation: Operation): OperationObject {
  return {
    operationId: name,
    summary: operation.summary,
    tags: [tagOf(operation.path)],
    security: [...(operation.access === 'public' ? [{}] : []), { bearer: [] }, { cookie: [] }],
    parameters: [
      ...parametersOf(operation.params, 'path'),
      ...parametersOf(operation.query, 'query'),
      ...headersOf(operation),
    ],
    ...(operation.body === undefined ? {} : { requestBody: requestBody(operation, operation.body) }),
    responses: { ...responsesOf(operation), ...refusalsOf(operation) },
  };
}

function tagOf(path: string): string {
  if (path.startsWith('/api/admin/')) return 'Moderation';
  const [, , subject = ''] = path.split('/');
  if (path.includes('/photos')) return 'Photos';
  return (
    { cities: 'Cities', locations: 'Locations' }[subject] ?? (path.includes('auth') ? 'Account' : 'Other')
  );
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Parameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = inputSchema(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

const isKeyed = ({ method, path }: Operation) => method === 'POST' && !path.startsWith('/auth');
/** GET /api/login is none: it redirects, and reads nothing. */
const isRead = ({ method, path, responses }: Operation) =>
  method === 'GET' && path.startsWith('/api/') && 200 in responses;
const isCommand = ({ method, path }: Operation) => method !== 'GET' && path.startsWith('/api/');

function headersOf(operation: Operation): Parameter[] {
  const header = (name: string, text: string, schema: JsonSchema): Parameter[] => [
    { name, in: 'header', required: false, description: text, schema },
  ];
  if (isRead(operation)) {
    const text = 'Answer only with what includes this position, from the X-Event-Position of a write.';
    return header(positionHeaders.minimum, text, { type: 'string', pattern: '^\\d{1,19}$' });
  }
  if (!isKeyed(operation)) return [];
  const text = 'The same key gives the same answer again, for at least 24 hours.';
  return header(idempotencyHeader, text, { type: 'string', format: 'uuid' });
}

const requestBody = (operation: Operation, body: z.ZodMiniType): JsonSchema => ({
  required: operation.bodyOptional !== true,
  content: { 'application/json': { schema: inputSchema(body) } },
});

const text = (explanation: string) => ({ description: explanation, schema: { type: 'string' } });
const responseHeaders = {
  [positionHeaders.event]: text('Position of the last event that the command caused.'),
  [positionHeaders.read]: text(
    'How far the answer had read at least: for visitors, to which public change; absent where no event counts.',
  ),
  [positionHeaders.total]: text('How many the list has: exact up to 1000, then `1000+`.'),
  Link: text('The next page: `<path>; rel="next"`. Absent on the last.'),
  Location: text('Where the new entity is, or where the browser goes on to.'),
  'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } },
} as const;

const headerRefs = (names: readonly (keyof typeof responseHeaders)[]) =>
  names.length === 0
    ? {}
    : { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };

/** Outside /api, only these append an event. */
const appending: readonly string[] = [operations.register.path, operations.eraseAccount.path];

function responsesOf(operation: Operation): OperationObject['responses'] {
  const { responses, method, path, query, line } = operation;
  const hasEvent = isCommand(operation) || appending.includes(path);
  const isList = method === 'GET' && query !== undefined;
  const found = Object.entries(responses).map(([status, schema]) => [
    status,
    {
      description: descriptions[status] ?? 'OK',
      ...headerRefs([
        ...(hasEvent ? ([positionHeaders.event] as const) : []),
        ...(isRead(operation) ? ([positionHeaders.read] as const) : []),
        ...(isList ? (['Link', positionHeaders.total] as const) : []),
        ...((isCommand(operation) && status === '201') || status === '302' ? (['Location'] as const) : []),
      ]),
      ...(schema === null
        ? {}
        : {
            content: {
              'application/json': { schema: responseSchema(schema) },
              ...(status === '200' &&
                line && {
                  [ndjson]: { schema: responseSchema(line) },
                  [csv]: { schema: { type: 'string' } },
                }),
            },
          }),
    },
  ]);
  return Object.fromEntries(found) as OperationObject['responses'];
}

const descriptions: Readonly<Record<string, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Waits for review',
  204: 'Done',
  302: 'Sends the browser on',
};

/** The codes of all refusals that an operation can give: its own, and those of every operation of its kind. */
function codesOf(operation: Operation): ErrorCode[] {
  const { method, access, params, query, body, refusals } = operation;
  return [
    ...refusals,
    ...(params || query || body || isCommand(operation) ? (['invalid'] as const) : []),
    ...(access === 'public' ? [] : (['unauthorized'] as const)),
    ...(access === 'admin' || access === 'moderator' ? (['forbidden'] as const) : []),
    ...(isRead(operation) ? (['position-unknown', 'not-caught-up'] as const) : []),
    ...(isRead(operation) || isCommand(operation) ? (['read-model-stopped'] as const) : []),
    // Bodies that the operation does not use are also read, up to the limit.
    ...(body || isCommand(operation) ? (['body-too-large', 'not-json'] as const) : []),
    ...(method === 'GET' ? [] : (['foreign-origin'] as const)),
    ...(method !== 'GET' && access !== 'public' ? (['too-many-requests'] as const) : []),
    ...(isKeyed(operation) ? (['request-running', 'key-reused'] as const) : []),
    'internal',
    'unavailable',
  ];
}

const retried = new Set([429, 503]);

function refusalsOf(operation: Operation): OperationObject['responses'] {
  const byStatus = new Map<number, Set<ErrorCode>>();
  for (const code of codesOf(operation)) {
    const status = errorStatus[code];
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  const responses = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: [...codes].map((code) => `\`${code}\`: ${errorTexts[code]}`).join('\n\n'),
      ...headerRefs(retried.has(status) ? ['Retry-After'] : []),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]);
  return Object.fromEntries(responses) as OperationObject['responses'];
}
