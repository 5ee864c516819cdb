import type { ApiResponse } from '../api/client.ts';
import { createOpenApiCheck, type CheckResponse } from '../api/openapi-check.ts';
import { describedCalls } from './described.ts';
import { createMemory, type KnownItem, type Memory } from './memory.ts';
import { signInEverybody, type People } from './people.ts';
import { createRandom } from './random.ts';
import { makeRequest, type FuzzRequest } from './requests.ts';
import { createSender, toCommand, type Send, type Timed } from './send.ts';

export interface FuzzOptions {
  /** The address of a server that the harness has started without limits. */
  readonly origin: string;
  /** The server's own public origin. */
  readonly publicOrigin: string;
  readonly requests: number;
  /** The same seed sends the same requests, except for ids and tokens, which the server creates. */
  readonly seed: number;
  /** Requests in flight; with one, the server also handles them in the same order. */
  readonly atOnce: number;
  /** Milliseconds that a response may take. A slower request is repeated alone before it counts. */
  readonly slowest: number;
  /** Called at regular intervals. */
  readonly onProgress?: (sent: number, report: FuzzReport) => void;
}

export interface FuzzReport {
  /** The failures, each a text with the fault and the request as a command. */
  readonly failures: readonly string[];
  /** Responses that were too slow once, but not when repeated. */
  readonly slowOnce: readonly string[];
  /** The number of responses with each status. */
  readonly byStatus: ReadonlyMap<number, number>;
  /** Operations that have answered with something other than a refusal. */
  readonly succeeded: ReadonlySet<string>;
  /** Milliseconds of the slowest response that counts. */
  readonly slowest: number;
}

/** After these requests a person may have to sign in again. */
const mayEndSessions = new Set([
  'logout',
  'refresh',
  'setPassword',
  'endSession',
  'endOtherSessions',
  'eraseAccount',
]);
/** The run stops after this many failures. */
const failuresMost = 20;
const progressEvery = 1000;

/**
 * Sends generated and corrupted requests to every operation, in all four roles. A failure is a status of 500 and
 * above, a response that the API's document does not describe, a connection that breaks, or a response that takes too
 * long.
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { origin, requests, seed, atOnce, onProgress } = options;
  const check = await createOpenApiCheck(origin);
  const people = await signInEverybody(origin);
  const memory = createMemory();
  const making = {
    calls: await describedCalls(origin),
    people,
    memory,
    random: createRandom(seed),
    ...options,
  };
  using sender = createSender(origin);
  const failures: string[] = [];
  const slowOnce: string[] = [];
  const byStatus = new Map<number, number>();
  const succeeded = new Set<string>();
  const report = { failures, slowOnce, byStatus, succeeded, slowest: 0 };
  const judging = { options, check, send: sender.send, report };

  for (let sent = 0; sent < requests && failures.length < failuresMost;) {
    const batch = Array.from({ length: Math.min(atOnce, requests - sent) }, () => makeRequest(making));
    const responses = await Promise.all(batch.map((request) => sendOrReturnError(sender.send, request)));
    for (const [at, request] of batch.entries()) {
      const timed = responses[at];
      if (timed === undefined) continue;
      const wrong = await judge(judging, request, timed);
      if (wrong !== undefined) failures.push(`request ${sent + at} by ${request.role}: ${wrong}\n  ${toCommand(request)}`); // oxfmt-ignore
      if (!(timed instanceof Error)) learn({ memory, people, succeeded, byStatus }, request, timed.response);
    }
    if (batch.some(({ call }) => mayEndSessions.has(call.name))) await people.signInAgain();
    const before = sent;
    sent += batch.length;
    if (Math.floor(sent / progressEvery) > Math.floor(before / progressEvery)) onProgress?.(sent, report);
  }
  return report;
}

/** Returns a response, or the error with which the connection broke twice. */
async function sendOrReturnError(send: Send, request: FuzzRequest): Promise<Timed | Error> {
  try {
    return await send(request);
  } catch {
    // The server may have closed a kept connection at that very moment.
    return send(request).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
  }
}

interface Judging {
  readonly options: FuzzOptions;
  readonly check: CheckResponse;
  readonly send: Send;
  readonly report: { slowest: number; readonly slowOnce: string[] };
}

/** The fault of a response; undefined if it has none. */
async function judge(
  judging: Judging,
  request: FuzzRequest,
  timed: Timed | Error,
): Promise<string | undefined> {
  if (timed instanceof Error) return `the connection broke: ${timed.message}`;
  const { response } = timed;
  if (response.status >= 500) return `answered ${response.status}: ${response.text.slice(0, 300)}`;
  try {
    if (request.method !== 'HEAD') judging.check(request.method, request.path, response);
    else if (response.text !== '') return 'answered HEAD with a body';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return judgeTime(judging, request, timed.ms);
}

async function judgeTime({ options, send, report }: Judging, request: FuzzRequest, ms: number) {
  let counts = ms;
  if (ms > options.slowest) {
    // A busy machine delays some requests. A slow product would be slow every time.
    for (let again = 0; again < 3 && counts > options.slowest; again += 1) {
      const timed = await sendOrReturnError(send, request);
      if (!(timed instanceof Error)) counts = timed.ms;
    }
    if (counts > options.slowest) return `took ${Math.round(ms)} ms, and ${Math.round(counts)} ms again`;
    report.slowOnce.push(`${request.method} ${request.path.slice(0, 80)}: ${Math.round(ms)} ms`);
  }
  report.slowest = Math.max(report.slowest, counts);
  return undefined;
}

interface Learning {
  readonly memory: Memory;
  readonly people: People;
  readonly succeeded: Set<string>;
  readonly byStatus: Map<number, number>;
}

/** Remembers ids in a response for later requests. */
function learn(
  { memory, people, succeeded, byStatus }: Learning,
  request: FuzzRequest,
  response: ApiResponse,
): void {
  const { status, body, headers } = response;
  byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  const { call, method, role } = request;
  if (status >= 400 || method !== call.method) return;
  succeeded.add(call.name);
  // An unchanged response has no body.
  const items = Array.isArray(body) ? (body as readonly KnownItem[]) : [];
  const cursor = /[?&]cursor=([^&>]+)/.exec(headers.get('Link') ?? '')?.[1];
  if (cursor !== undefined) memory.add('cursor', decodeURIComponent(cursor));
  if (call.name === 'createCity') memory.add('city', body.id);
  if (call.name === 'createLocation') memory.add('location', body.id);
  if (call.name === 'createList') memory.add('list', body.id);
  if (call.name === 'addPhoto') memory.add('photo', body.id);
  if (status === 201 && body.name) memory.add('name', body.name);
  // Public entities get more requests than pending or deleted ones.
  const isPublicList = status === 200 && (call.name === 'listLocations' || call.name === 'listCities');
  const shown = isPublicList ? body.at(-1)?.id : undefined;
  if (shown !== undefined) memory.add(call.name === 'listCities' ? 'city' : 'location', shown);
  if (status === 202 && call.name === 'updateLocation')
    memory.addEdit({ id: body.id, locationId: body.entityId });
  if (call.name === 'listPeople') for (const { id } of items.slice(0, 3)) memory.add('person', id);
  if (call.name === 'listQueue') for (const item of items) memory.addItem(itemOf(item));
  if (call.name === 'decide' || call.name === 'undoBatch') memory.add('batch', body.batchId);
  if (call.name === 'listSessions') for (const { id } of items.slice(0, 3)) memory.add('session', id);
  if (call.name === 'setPassword') people.changedPassword(role, newPasswordIn(request));
}

const itemOf = ({ kind, id, entityType, entityId }: KnownItem): KnownItem => ({
  kind,
  id,
  entityType,
  entityId,
});

/** As the server parsed it: corrupted bytes may still be JSON. */
function newPasswordIn({ body = Buffer.from('{}') }: FuzzRequest): string {
  const { newPassword } = JSON.parse(body.toString()) as { newPassword: string };
  return newPassword;
}
