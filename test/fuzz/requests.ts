import type { DescribedCall } from './described.ts';
import type { Memory } from './memory.ts';
import { roles, type People, type Role } from './people.ts';
import type { Random } from './random.ts';
import type { WireRequest } from './send.ts';
import { spoil, spoilBytes, spoilText, strangeHeader } from './spoil.ts';
import { valueOf, type Surroundings } from './values.ts';

/** A request with what has to be known of it when its answer comes. */
export interface FuzzRequest extends WireRequest {
  readonly call: DescribedCall;
  readonly role: Role;
}

export interface Making {
  readonly calls: readonly DescribedCall[];
  readonly people: People;
  readonly memory: Memory;
  readonly random: Random;
  readonly publicOrigin: string;
}

/** Whoever may do more is asked for more often. */
const drawnRoles: readonly Role[] = [...roles, 'other', 'owner', 'owner', 'admin', 'admin', 'admin'];

/** One request, drawn by lot: a call, a role, parameters, a body; often with something wrong with it. */
export function makeRequest({ calls, people, memory, random, publicOrigin }: Making): FuzzRequest {
  const call = pickCall(calls, random);
  const role = random.pick(drawnRoles);
  const around: Surroundings = {
    random,
    memory,
    passwords: people.passwords(),
    tokens: people.tokens(),
    emails: people.emails(),
  };
  const sent = bodyOf(call, around);
  const body = sent === undefined ? undefined : bytesOf(sent, random);
  const headers: Record<string, string> = {
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...credentials(role, people, random, publicOrigin),
    ...headersOf(call, around),
  };
  for (let some = random.percent(20) ? 1 + random.below(2) : 0; some > 0; some -= 1) {
    const [name, value] = strangeHeader(random);
    headers[name] = value;
  }
  const otherMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'HEAD'];
  const method = random.percent(2) ? random.pick(otherMethods) : call.method;
  return { call, role, method, path: pathOf(call, around), headers, body };
}

/** Ends are drawn less often, and edits more: else hardly anything would live long enough to be edited. */
function pickCall(calls: readonly DescribedCall[], random: Random): DescribedCall {
  const drawn = random.pick(calls);
  if (/^(delete|reject)(City|Location)$/.test(drawn.name) && random.percent(75))
    return pickCall(calls, random);
  const edits = calls.filter(({ name }) => name === 'updateLocation' || name.endsWith('Edit'));
  return random.percent(6) ? (random.pickAny(edits) ?? drawn) : drawn;
}

function bodyOf({ body, method }: DescribedCall, around: Surroundings): unknown {
  const { random } = around;
  if (body === undefined) {
    // Where none is asked for, it is to be ignored or refused.
    return method !== 'GET' && random.percent(15) ? spoil({}, random) : undefined;
  }
  if (random.percent(4)) return undefined;
  const value = valueOf(body, '', around);
  return random.percent(30) ? spoil(value, random) : value;
}

function bytesOf(sent: unknown, random: Random): Buffer {
  const bytes = Buffer.from(JSON.stringify(sent) ?? '');
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

function headersOf({ parameters }: DescribedCall, { random }: Surroundings): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { in: place, name } of parameters) {
    if (place !== 'header' || !random.percent(20)) continue;
    // Few keys, so that some meet the same key again; few positions, so that most are reached.
    headers[name] =
      name === 'Idempotency-Key'
        ? `22222222-2222-4222-8222-${String(random.below(200)).padStart(12, '0')}`
        : String(random.below(50));
  }
  return headers;
}

function pathOf(call: DescribedCall, around: Surroundings): string {
  const { random } = around;
  const ids = idsOf(call, around);
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encoded(random.percent(8) ? spoilText(random) : (ids[name] ?? '00000000-0000-4000-8000-000000000000')),
  );
  const pairs: string[] = [];
  for (const { in: place, name, schema } of call.parameters) {
    if (place !== 'query' || !random.percent(35)) continue;
    const value = random.percent(15) ? spoilText(random) : String(valueOf(schema, name, around));
    pairs.push(`${name}=${encoded(value)}`);
    if (random.percent(3)) pairs.push(`${name}=${encoded(spoilText(random))}`);
  }
  if (random.percent(4)) pairs.push(random.pick(['__proto__[a]=1', 'constructor=1', 'a[$ne]=1', '%', '%FF', '&&=', 'x'])); // prettier-ignore
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

/** An address must not be longer than a server reads; a parameter may hold anything, once it is escaped. */
const addressMost = 6000;
const encoded = (text: string): string =>
  encodeURIComponent(Buffer.from(text.slice(0, 700)).toString()).slice(0, addressMost);

function idsOf(
  { path }: DescribedCall,
  { random, memory }: Surroundings,
): Record<string, string | undefined> {
  if (path.includes('{editId}')) {
    const edit = memory.oneEdit(random);
    return { id: edit?.locationId, editId: edit?.id };
  }
  return {
    id: memory.one(path.includes('/cities/') ? 'city' : 'location', random),
    photoId: memory.one('photo', random),
    sid: memory.one('session', random),
    provider: random.pick(['google', 'github', 'discord']),
  };
}
