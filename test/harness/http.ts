import { idempotencyHeader, positionHeaders } from '#contracts/shared/operation';

/** Tests may read any field of a response. */
export type Json = ReturnType<typeof JSON.parse>;

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed JSON; undefined for a response without a body. */
  readonly body: Json;
  /** The position of the command's last event; undefined for reads and refusals. */
  readonly position: bigint | undefined;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly key?: string | undefined;
  readonly minPosition?: bigint | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request. @throws TypeError if the server dies before it has answered completely */
export async function call(
  origin: string,
  method: string,
  path: string,
  { token, body, key, minPosition, headers: more = {} }: CallOptions = {},
): Promise<ApiResponse> {
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { [idempotencyHeader]: key }),
      ...(minPosition === undefined ? {} : { [positionHeaders.minimum]: String(minPosition) }),
      ...more,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { status, headers } = response;
  const text = await response.text();
  const isJson = /^application\/(problem\+)?json\b/.test(headers.get('Content-Type') ?? '');
  const position = headers.get(positionHeaders.event);
  return {
    status,
    headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
    position: position === null ? undefined : BigInt(position),
  };
}

/** All entries of a list, page by page. @throws Error if a page is refused */
export async function listAll(origin: string, path: string, options: CallOptions = {}): Promise<Json[]> {
  const items: Json[] = [];
  let total: string | null = null;
  for (let next: string | undefined = path; next !== undefined;) {
    const page = await call(origin, 'GET', next, options);
    if (page.status !== 200) throw new Error(`GET ${next} answered ${page.status}: ${page.text}`);
    items.push(...page.body);
    total = page.headers.get(positionHeaders.total);
    next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('Link') ?? '')?.[1];
  }
  if (total !== null && total !== String(items.length)) {
    throw new Error(`GET ${path} counts ${total}, but lists ${items.length}`);
  }
  return items;
}
