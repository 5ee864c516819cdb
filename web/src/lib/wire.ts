import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query';

import type { ErrorCode, FieldError } from '#contracts/shared/errors';

import { newId } from './new-id.ts';
import { responseRead, positionSeen, positionForgotten, sessionEnded, type SessionPart } from './session.ts';
import { submissionKey, submissionSettled } from './submission-key.ts';

/** A failed request, as the screens get it; status 0 means that no response came. */
export interface ApiError {
  readonly status: number;
  readonly code: ErrorCode | 'offline';
  /** The text for the person; empty if the server gave none. */
  readonly message: string;
  readonly errors: readonly FieldError[];
}

export interface WireRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly params?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  /**
   * Sent without this tab's token: it asks about the cookie's session, and another tab may have exchanged that token.
   */
  readonly byCookie?: boolean;
  /** A file's upload: its key belongs to the file, and `fetch` reports its progress. */
  readonly upload?: {
    readonly key: string;
    readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  };
}

export interface WireMeta {
  readonly status: number;
  /** Path of the next page, null on the last. */
  readonly next: string | null;
  /** Exact up to a thousand, then '1000+'. */
  readonly total: string | null;
  /** The minimum log position up to which the response had read. */
  readonly readTo: string | null;
  /** The id of the request, by which its changes can be undone. */
  readonly requestId: string | null;
}

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
  readonly total: string | null;
}

/** Makes a page from an array answer and its headers; for `transformResponse`. */
export const toPage = <T>(items: readonly T[], meta: WireMeta | undefined): Page<T> => ({
  items,
  next: meta?.next ?? null,
  total: meta?.total ?? null,
});

export type WireQuery = BaseQueryFn<string | WireRequest, unknown, ApiError, object, WireMeta>;

/** The store's extra argument when the server renders a page: it answers reads without the network. */
export interface RenderingArgument {
  readonly respond: (url: string) => Promise<Awaited<ReturnType<WireQuery>>>;
}

/**
 * Sends a request with the session's token and the last position seen, so that people read their own writes, and turns
 * every refusal into an `ApiError`. Retries once if the read models had not caught up, if the log was replaced by
 * another, or if only the token had expired.
 */
export const wireQuery = async (
  request: string | WireRequest,
  {
    dispatch,
    getState,
    signal,
    extra,
  }: Pick<BaseQueryApi, 'dispatch' | 'getState' | 'signal'> & { readonly extra?: unknown },
): Promise<Awaited<ReturnType<WireQuery>>> => {
  const wanted: WireRequest = typeof request === 'string' ? { url: request } : request;
  // The cast: only the store of a page that is being rendered has an extra argument (store.ts).
  if (extra !== undefined) return (extra as RenderingArgument).respond(withParams(wanted));
  const submission = idempotent(wanted) ? submissionKey(wanted) : undefined;
  const key = wanted.upload?.key ?? submission?.key;
  const attempt = () => send(wanted, stateOf(getState), key, signal);

  let response = await attempt();
  if (isAgain(response)) {
    if (response.error.code === 'position-unknown') dispatch(positionForgotten());
    response = await attempt();
  }
  if (response.error?.status === 401 && needsSession(wanted)) {
    dispatch(sessionEnded());
    // Public content stays readable without the session that has just ended.
    if (isRead(wanted)) response = await attempt();
  }
  if (submission && (!response.error || isSettled(response.error))) submissionSettled(submission);
  if (response.position !== null) dispatch(positionSeen(response.position));
  const readTo = isRead(wanted) ? response.meta?.readTo : null;
  if (readTo) dispatch(responseRead(readTo));
  return response.error
    ? { error: response.error, ...(response.meta ? { meta: response.meta } : {}) }
    : { data: response.data, meta: response.meta };
};

type ApiResponse =
  | { data: unknown; error?: undefined; meta: WireMeta; position: string | null }
  | { error: ApiError; meta?: WireMeta; position: string | null };
type Refused = Extract<ApiResponse, { error: ApiError }>;

const isRead = (request: WireRequest): boolean => (request.method ?? 'GET') === 'GET';
const isAuth = (request: WireRequest): boolean => request.url.startsWith('/auth/');
/** A refused sign-in also answers 401, which says nothing about the current session. */
const needsSession = (request: WireRequest): boolean =>
  request.byCookie !== true &&
  // A person shown as signed out would lose the chosen, unsent files.
  request.upload === undefined &&
  (!isAuth(request) || request.url.startsWith('/auth/account'));
const idempotent = (request: WireRequest): boolean =>
  request.method === 'POST' && request.upload === undefined && !isAuth(request);
const isAgain = (response: ApiResponse): response is Refused =>
  response.error?.code === 'not-caught-up' || response.error?.code === 'position-unknown';
/** Whether the server has decided: the same form sent again is a new request. */
export const isSettled = (error: ApiError): boolean =>
  error.status >= 400 && error.status < 500 && error.code !== 'request-running';

// The base query is written before the store's type exists; `createStore` mounts the slice under this name.
const stateOf = (getState: () => unknown): SessionPart => getState() as SessionPart;

async function send(
  request: WireRequest,
  { session }: SessionPart,
  key: string | undefined,
  signal: AbortSignal,
): Promise<ApiResponse> {
  const headers = new Headers({ accept: 'application/json' });
  if (session.token !== null && request.byCookie !== true)
    headers.set('authorization', `Bearer ${session.token}`);
  if (isRead(request) && session.position !== null) headers.set('x-min-position', session.position);
  if (key !== undefined) headers.set('idempotency-key', key);
  if (request.body !== undefined) headers.set('content-type', 'application/json');
  headers.set('x-request-id', newId());
  try {
    const response = await (request.upload?.fetch ?? fetch)(withParams(request), {
      method: request.method ?? 'GET',
      headers,
      credentials: 'include',
      signal,
      ...(request.body !== undefined ? { body: JSON.stringify(request.body) } : {}),
    });
    return await read(response);
  } catch {
    return { error: offline, position: null };
  }
}

const offline: ApiError = {
  status: 0,
  code: 'offline',
  message: 'No connection. Please check your network and try again.',
  errors: [],
};

async function read(response: Response): Promise<ApiResponse> {
  const position = response.headers.get('x-event-position');
  const meta: WireMeta = {
    status: response.status,
    next: nextOf(response.headers.get('link')),
    total: response.headers.get('x-total-count'),
    readTo: response.headers.get('x-read-position'),
    requestId: response.headers.get('x-request-id'),
  };
  const text = await response.text();
  const body = parse(text);
  if (response.ok) return { data: body, meta, position };
  return { error: toError(response.status, body), meta, position };
}

function parse(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A proxy in between may answer without a problem document. */
function toError(status: number, body: unknown): ApiError {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Partial<ApiError>;
  return {
    status,
    code: problem.code ?? (status === 401 ? 'unauthorized' : status >= 500 ? 'unavailable' : 'internal'),
    message: problem.message ?? '',
    errors: problem.errors ?? [],
  };
}

const nextOf = (link: string | null): string | null =>
  /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1] ?? null;

function withParams({ url, params }: WireRequest): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params ?? {}))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined && each !== '') query.append(name, String(each));
  const text = query.toString();
  return text === '' ? url : `${url}?${text}`;
}
