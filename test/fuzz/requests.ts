import type { DescribedCall } from './described.ts';
import type { Memory } from './memory.ts';
import { roles, type People, type Role } from './people.ts';
import type { Random } from './random.ts';
import type { WireRequest } from './send.ts';
import { spoil, spoilBytes, spoilText, strangeHeader } from './spoil.ts';
import { valueOf, type ValueContext } from './values.ts';

/** A request, with the data that is needed to judge its response. */
export interface FuzzRequest extends WireRequest {
  readonly call: DescribedCall;
  readonly role: Role;
}

export interface RequestContext {
  readonly calls: readonly DescribedCall[];
  readonly people: People;
  readonly memory: Memory;
  readonly random: Random;
  readonly publicOrigin: string;
}

/** Roles with more rights are chosen more often. */
const drawnRoles: readonly Role[] = [...roles, 'other', 'owner', 'owner', 'admin', 'admin', 'admin'];

/** Makes a random request: operation, role, parameters, body; often with something wrong in it. */
export function makeRequest({ calls, people, memory, random, publicOrigin }: RequestContext): FuzzRequest {
  const call = pickCall(calls, random);
  const role = random.pick(drawnRoles);
  const context: ValueContext = {
    random,
    memory,
    passwords: people.passwords(),
    tokens: people.tokens(),
    emails: people.emails(),
  };
  const sent = bodyOf(call, context);
  const body = sent === undefined ? undefined : bytesOf(sent, random);
  const headers: Record<string, string> = {
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...credentials(role, people, random, publicOrigin),
    ...headersOf(call, context),
  };
  for (let some = random.percent(20) ? 1 + random.below(2) : 0; some > 0; some -= 1) {
    const [name, value] = strangeHeader(random);
    headers[name] = value;
  }
  const otherMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'HEAD'];
  const method = random.percent(2) ? random.pick(otherMethods) : call.method;
  return { call, role, method, path: pathOf(call, context), headers, body };
}

/** Deletions are chosen less often and edits more often; otherwise little would live long enough to be edited. */
function pickCall(calls: readonly DescribedCall[], random: Random): DescribedCall {
  const drawn = random.pick(calls);
  if (/^(delete|reject)(City|Location)$/.test(drawn.name) && random.percent(60))
    return pickCall(calls, random);
  const edits = calls.filter(({ name }) => name === 'updateLocation' || name.endsWith('Edit'));
  return random.percent(10) ? (random.pickAny(edits) ?? drawn) : drawn;
}

function bodyOf({ name, body, method }: DescribedCall, context: ValueContext): unknown {
  const { random } = context;
  if (body === undefined) {
    // Where no body is expected, it must be ignored or refused.
    return method !== 'GET' && random.percent(15) ? spoil({}, random) : undefined;
  }
  if (random.percent(4)) return undefined;
  const value = { ...asObject(valueOf(body, '', context)), ...meaningfulFields(name, context) };
  return random.percent(30) ? spoil(value, random) : value;
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/** Values for fields that only make sense together, which the schema cannot express. */
function meaningfulFields(name: string, { random, memory }: ValueContext): object {
  if (random.percent(20)) return {};
  if (name === 'decide') {
    const items = Array.from({ length: 1 + random.below(3) }, () => memory.oneItem(random)).filter(
      (item) => item !== undefined,
    );
    return { items: items.map((item) => ({ ...item, decision: random.pick(['approve', 'reject']) })) };
  }
  if (name === 'createNote') {
    const entityType = random.pick(['city', 'location', 'photo'] as const);
    return { entityType, entityId: memory.one(entityType, random), text: 'A note.' };
  }
  if (name === 'mergeLocation') return { into: memory.one('location', random) };
  if (name === 'createReport') {
    const entityType = random.pick(['city', 'location', 'photo'] as const);
    return { entityType, entityId: memory.one(entityType, random) };
  }
  return {};
}

function bytesOf(sent: unknown, random: Random): Buffer {
  const bytes = Buffer.from(JSON.stringify(sent));
  return random.percent(6) ? spoilBytes(bytes, random) : bytes;
}

function credentials(
  role: Role,
  people: People,
  random: Random,
  publicOrigin: string,
): Record<string, string> {
  const known = people.credentialsOf(role);
  if (known === undefined) return {};
  if (random.percent(75)) return { Authorization: `Bearer ${known.accessToken}` };
  return { Cookie: `lightfall_session=${known.accessToken}`, Origin: publicOrigin };
}

function headersOf({ parameters }: DescribedCall, { random }: ValueContext): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { in: place, name } of parameters) {
    if (place !== 'header' || !random.percent(20)) continue;
    // Few keys, so that some repeat; few positions, so that most are reached.
    headers[name] =
      name === 'Idempotency-Key'
        ? `22222222-2222-4222-8222-${String(random.below(200)).padStart(12, '0')}`
        : String(random.below(50));
  }
  return headers;
}

function pathOf(call: DescribedCall, context: ValueContext): string {
  const { random } = context;
  const ids = idsOf(call, context);
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encoded(random.percent(8) ? spoilText(random) : (ids[name] ?? '00000000-0000-4000-8000-000000000000')),
  );
  const pairs: string[] = [];
  for (const { in: place, name, required, schema } of call.parameters) {
    if (place !== 'query' || !random.percent(required ? 92 : 35)) continue;
    const value = random.percent(15) ? spoilText(random) : String(valueOf(schema, name, context));
    pairs.push(`${name}=${encoded(value)}`);
    if (random.percent(3)) pairs.push(`${name}=${encoded(spoilText(random))}`);
  }
  if (random.percent(4)) pairs.push(random.pick(['__proto__[a]=1', 'constructor=1', 'a[$ne]=1', '%', '%FF', '&&=', 'x'])); // oxfmt-ignore
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

/** An address must not be longer than a server reads; an escaped parameter may contain anything. */
const addressMost = 6000;
const encoded = (text: string): string =>
  encodeURIComponent(Buffer.from(text.slice(0, 700)).toString()).slice(0, addressMost);

function idsOf(
  { path }: DescribedCall,
  { random, memory }: ValueContext,
): Record<string, string | undefined> {
  if (path.includes('{kind}')) {
    const item = memory.oneItem(random);
    return { kind: item?.kind, id: item?.id };
  }
  if (path.includes('{editId}')) {
    const edit = memory.oneEdit(random);
    return { id: edit?.locationId, editId: edit?.id };
  }
  const kind = path.includes('/cities/')
    ? 'city'
    : path.includes('/photos/{id}')
      ? 'photo'
      : path.includes('/lists/')
        ? 'list'
        : 'location';
  return {
    id: memory.one(kind, random),
    userId: memory.one('person', random),
    batchId: memory.one('batch', random),
    photoId: memory.one('photo', random),
    sid: memory.one('session', random),
    position: String(1 + random.below(300)),
    provider: random.pick(['google', 'github', 'discord']),
  };
}
