import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { io, type Socket } from 'socket.io-client';

import type { ClientToServerEvents, ServerToClientEvents } from '#contracts/live';

import type { Bench } from '../bench.ts';
import { asAdministrator, type Authorization, createCaller, succeed } from '../caller.ts';
import { fill } from '../fill.ts';
import { sendLoad } from '../load.ts';
import { cpuOf, resident } from '../child.ts';
import { megabytes, ms, perSecond, type Row } from '../report.ts';
import { startServer } from '../server.ts';

type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

const approvals = 50; // per second
/** How many sockets are opened at once, and how many share an address. */
const together = 50;
const ofAddress = 400;
/** The query that a page repeats after it is notified of a change, at a random moment within the next second. */
const question = '/api/locations?limit=24';
const spread = 1000; // milliseconds

/** Visitors are notified while moderators approve, and their pages query again. */
export async function sockets(bench: Bench): Promise<Row[]> {
  const { sockets: count, 'socket-seconds': seconds } = bench.options;
  const dataDir = await bench.folder('sockets');
  const { waitingIds } = await fillLog(bench, dataDir, approvals * seconds);
  await using server = await startServer(dataDir, { TRUST_PROXY: '1' });
  const headers = await asAdministrator(server.origin);
  const before = await resident(server.pid);
  const refetching = createRefetching(server.origin);
  bench.say(`sockets: opening ${count}`);
  const open = await openAll(server.origin, count, refetching.heard);
  try {
    await delay(1000);
    const withSockets = await resident(server.pid);
    bench.say(`sockets: ${seconds} s of ${approvals} approvals/s`);
    const started = await cpuOf(server.pid);
    refetching.begin();
    const [list] = await Promise.all([
      // Runs in a separate process, which need not wait for the messages to the sockets.
      sendLoad({
        origin: server.origin,
        requests: [{ method: 'GET', path: '/api/locations?limit=100' }],
        connections: 2,
        seconds,
        pause: 10,
      }),
      approveAll(server.origin, headers, waitingIds),
    ]);
    const cpu = (await cpuOf(server.pid)) - started;
    const counts = refetching.end();
    const thousands = count / 1000;
    const row = (number: string, ours: string, design = ''): Row => ({
      number: `${count} sockets: ${number}`,
      ours,
      design,
    });
    return [
      row('messages', perSecond(counts.messages / seconds)),
      row('of one kind to one socket, at most', `${counts.most} in ${seconds} s`, '1 a second'),
      row('read again', perSecond(counts.responses / seconds, ' answers')),
      row('different answers among them', perSecond(counts.different / seconds), `at most ${approvals}/s`),
      row('a list meanwhile', `p50 ${ms(list.p50)}, p99 ${ms(list.p99)}`, 'p99 20 ms'),
      row('processor for each 1,000', `${(cpu / seconds / 10 / thousands).toFixed(0)}% of a core`),
      row('memory for each 1,000', megabytes((withSockets - before) / thousands)),
      row('memory at the end', megabytes(await resident(server.pid))),
    ];
  } finally {
    for (const socket of open) socket.close();
    refetching[Symbol.dispose]();
  }
}

async function fillLog(bench: Bench, dataDir: string, waiting: number) {
  await using log = await bench.servers.embedded.openLog(dataDir);
  return await fill(log, { ratings: 100, edits: 10, cityPlaces: 500, places: 5000, waiting }, bench.say);
}

/** Each socket's address is in the proxy's header, so that people come from many addresses. */
async function openAll(origin: string, count: number, heard: (socket: LiveSocket) => void) {
  const open: LiveSocket[] = [];
  for (let from = 0; from < count; from += together) {
    const group = Array.from({ length: Math.min(together, count - from) }, async (_, at) => {
      const extraHeaders = { 'X-Forwarded-For': `10.0.${Math.floor((from + at) / ofAddress)}.1` };
      const socket: LiveSocket = io(origin, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        extraHeaders,
      });
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      heard(socket);
      open.push(socket);
    });
    await Promise.all(group);
  }
  return open;
}

/** Counts the messages to the sockets, and the queries that their pages repeat because of them. */
function createRefetching(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const etags = new Set<string>();
  const counts = { messages: 0, most: 0, responses: 0 };
  let isOn = false;
  const refetch = () => {
    const refetched = get(new URL(question, origin), { agent }, (response) => {
      response.resume();
      counts.responses += 1;
      etags.add(response.headers.etag ?? '');
    });
    refetched.once('error', () => undefined);
  };
  return {
    heard: (socket: LiveSocket) => {
      const seen: Record<string, number> = {};
      socket.on('changed', ({ readModel }) => {
        if (!isOn) return;
        counts.messages += 1;
        // Counted over the whole time, because the arrival of a message also depends on this busy process.
        const count = (seen[readModel] ?? 0) + 1;
        seen[readModel] = count;
        counts.most = Math.max(counts.most, count);
        if (readModel === 'locations') setTimeout(refetch, Math.random() * spread);
      });
    },
    begin: () => void (isOn = true),
    end() {
      isOn = false;
      return { ...counts, different: etags.size };
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}

/** Approves at a steady rate, however long each approval takes. */
async function approveAll(origin: string, headers: Authorization, ids: readonly string[]): Promise<void> {
  const callers = Array.from({ length: 8 }, () => createCaller(origin));
  const started = performance.now();
  const sent: Promise<unknown>[] = [];
  for (const [at, id] of ids.entries()) {
    const wait = started + (at * 1000) / approvals - performance.now();
    if (wait > 0) await delay(wait);
    const call = callers[at % callers.length];
    const path = `/api/admin/locations/${id}/approve`;
    if (call !== undefined) sent.push(succeed(call(path, { method: 'POST', headers, body: {} })));
  }
  await Promise.all(sent);
  for (const call of callers) call[Symbol.dispose]();
}
