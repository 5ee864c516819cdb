import { expect } from 'vitest';

import { positionHeaders } from '#contracts/shared/operation';

import type { CheckResponse } from './openapi-check.ts';

/**
 * The fields of all responses that tests read. Every response is checked against the API's own description, which says
 * which of these fields it has.
 */
export interface Entity {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly type: string;
  readonly kind: string;
  readonly message: string;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  readonly country: string;
  readonly category: string;
  readonly imageUrl: string;
  readonly imageSrcset: string;
  readonly sharedId: string | null;
  readonly locationCount: number;
  readonly cityId: string;
  readonly cityName: string;
  readonly description: string;
  readonly address: string | null;
  readonly isTrending: number;
  readonly myRating: number | null;
  readonly photoCount: number;
  readonly primaryPhoto: { readonly id: string } | null;
  readonly primaryPhotoUrl: string | null;
  readonly url: string;
  readonly thumbnailUrl: string;
  readonly srcset: string;
  readonly imageData: string;
  readonly isPrimary: number;
  readonly credit: { readonly userId: string; readonly name: string } | null;
  readonly addedBy: { readonly userId: string; readonly name: string } | null;
  readonly submittedBy: string;
  readonly decidedAt: string | null;
  readonly reason: string | null;
  readonly revision: number;
  readonly entityId: string;
  readonly editId: string | null;
  readonly data: object;
  readonly conflicts: object;
  readonly reviewedAt: string | null;
  readonly time: string;
  readonly position: string;
  readonly photos: readonly Entity[];
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: string;
  readonly user: { readonly id: string; readonly email: string };
  readonly isAdmin: boolean;
  readonly correlationId: string;
  readonly causationId: string;
  readonly batchId: string;
  readonly eventId: string;
  readonly at: string;
  readonly actor: { readonly id: string };
  readonly entityType: string;
  readonly undoable: boolean;
  readonly results: readonly {
    readonly id: string;
    readonly result: string;
    readonly message: string | null;
    readonly code: string | null;
    readonly by: { readonly id: string; readonly name: string } | null;
    readonly revision: number | null;
  }[];
  readonly seen: number | null;
  readonly canModerate: boolean;
  readonly role: string;
  readonly trusted: boolean;
  readonly blocked: boolean;
  readonly email: string | null;
  readonly text: string;
  readonly reasons: readonly string[];
}
/** A response's JSON: one entity or a list. */
export type Json = Entity & readonly Entity[];

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; undefined when there is none. */
  readonly body: Json;
  readonly text: string;
}

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** The position to wait for instead of the one of the client's own last write; null for none. */
  readonly minPosition?: string | null;
  /** A body to send unchanged instead of JSON. */
  readonly raw?: string;
}

/** A person's or visitor's client of the API, which reads its own writes as a browser does. */
export interface Client {
  get(path: string, options?: CallOptions): Promise<ApiResponse>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>;
  put(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>;
  patch(path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>;
  delete(path: string, options?: CallOptions): Promise<ApiResponse>;
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<ApiResponse>;
  /** Position of the last write by this client or by a client that it follows. */
  position(): string | null;
  /** From now on, this client also waits for the other client's last write. */
  follow(other: Client): void;
}

export interface ClientOptions {
  readonly origin: string;
  readonly check: CheckResponse;
  /** A bearer token. */
  readonly token?: string;
  readonly cookie?: string;
}

export function createClient({ origin, check, token, cookie }: ClientOptions): Client {
  let position: string | null = null;
  const see = (seen: string | null) => {
    if (seen !== null && (position === null || BigInt(seen) > BigInt(position))) position = seen;
  };

  async function call(method: string, path: string, body?: unknown, options: CallOptions = {}) {
    const { raw, headers = {}, minPosition = position } = options;
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const received = await fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { Cookie: cookie }),
        ...(method === 'GET' && minPosition !== null ? { [positionHeaders.minimum]: minPosition } : {}),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const response = await read(received);
    check(method, path, response);
    see(response.headers.get(positionHeaders.event));
    return response;
  }

  return {
    call,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    patch: (path, body, options) => call('PATCH', path, body, options),
    delete: (path, options) => call('DELETE', path, undefined, options),
    position: () => position,
    follow: (other) => see(other.position()),
  };
}

async function read(response: Response): Promise<ApiResponse> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = /^application\/(problem\+)?json\b/.test(headers.get('Content-Type') ?? '');
  return { status, headers, text, body: (isJson && text !== '' ? JSON.parse(text) : undefined) as Json };
}

/** Lets each of them read every other's writes. */
export function meet(...clients: readonly Client[]): void {
  for (const one of clients) for (const other of clients) one.follow(other);
}

export const idsOf = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id);

/** Expects a refusal with this status and, if given, this message for people. */
export function expectProblem(response: ApiResponse, status: number, message?: string): void {
  expect({ status: response.status, message: response.body.message }).toEqual({
    status,
    message: message ?? response.body.message,
  });
  expect(response.headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
}

/** The path of the next page, from the Link header. */
export function nextPage({ headers }: ApiResponse): string | undefined {
  const link = headers.get('Link');
  if (link === null) return undefined;
  const found = /^<([^>]+)>; rel="next"$/.exec(link)?.[1];
  if (found === undefined) throw new Error(`Not a link to the next page: ${link}`);
  return found;
}

/** The entry of a list at that index. @throws Error when there is none */
export function entryAt(list: readonly Entity[], index: number): Entity {
  const found = list.at(index);
  if (found === undefined) throw new Error(`There is no entry ${index} among ${list.length}`);
  return found;
}

/** All entries of a list, page by page. */
export async function allPages(client: Client, path: string): Promise<Entity[]> {
  const items: Entity[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const page = await client.get(next);
    expect(page.status).toBe(200);
    items.push(...page.body);
    next = nextPage(page);
    if (next !== undefined) expect(page.body).not.toHaveLength(0);
  }
  return items;
}
