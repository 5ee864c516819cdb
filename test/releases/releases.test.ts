import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';

import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { auditCommand } from '#apps/operator/audit-command';
import { checkFile } from '#apps/operator/verify-command';
import { importCommand } from '#apps/transfer/transfer-command';
import { positionHeaders } from '#contracts/shared/operation';
import { takesBack } from '#contracts/moderation/decided-items';
import { captureOutput } from '#projections/testing/cli-output';

import { createBrowser } from '../auth/browser.ts';
import { signIn, userOf } from '../auth/world.ts';
import { createDataFolder } from '../harness/data-folder.ts';
import type { Json } from '../harness/http.ts';
import { startInProcess, type RunningServer } from '../harness/in-process.ts';
import { contentsIn, expectEqualToReplay } from '../harness/replayed.ts';
import { onEventStoreDb, serversOf } from '../harness/servers.ts';
import { startIdentityProvider, type IdentityProvider } from '../identity-provider/start.ts';
import { expectDocumentsAsFolded } from '../properties/folded.ts';
import { unpack, type Fixture, type GivenAnswer } from './fixture.ts';

const appOrigin = 'http://lightfall.test';
/** Signed in by GitHub and by Google, and has no password. */
const zed = { id: '5001', email: 'zed@lightfall.test', emailVerified: true, name: 'Zed Provider' };

let identityProvider: IdentityProvider;
beforeAll(async () => {
  identityProvider = await startIdentityProvider({ appOrigin, people: [zed] });
});
afterAll(async () => {
  vi.useRealTimers();
  await identityProvider[Symbol.asyncDispose]();
});

/** A minute after the fixture was made, when sessions, links and keys are still valid. */
const soonAfter = ({ then }: Fixture): void =>
  void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(then.now) + 60_000 });

/** Email is configured as it was then, and its server is unreachable as it was then. */
const environment = () => ({
  PUBLIC_ORIGIN: appOrigin,
  RATE_LIMIT: 'on',
  MAIL_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'guide@lightfall.test',
  ...identityProvider.environment,
});

async function askAgain(
  server: RunningServer,
  { as, url }: GivenAnswer,
  token?: string,
): Promise<GivenAnswer> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await fetch(server.origin + url, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('Content-Type')?.split(';')[0] ?? null;
  const total = response.headers.get(positionHeaders.total);
  return {
    as,
    url,
    status: response.status,
    type,
    ...(total !== null && { total }),
    ...(type?.endsWith('json')
      ? { body: JSON.parse(bytes.toString()) }
      : { sha256: createHash('sha256').update(bytes).digest('hex') }),
  };
}

/** Without fields that differ each time; an import into EventStoreDB gives events new positions. */
const comparable = (answer: GivenAnswer): Json =>
  JSON.parse(
    JSON.stringify(answer, (key, value: unknown) =>
      key === 'requestId' || (key === 'position' && onEventStoreDb) ? undefined : value,
    ),
  );

/** Sends every request again. A later release may add names to an answer, but changes nothing else. */
async function expectAsThen(
  server: RunningServer,
  answers: readonly GivenAnswer[],
  tokenOf: (name: string) => string | undefined,
): Promise<void> {
  const someAtOnce = pLimit(10);
  await Promise.all(
    answers.map((answer) =>
      someAtOnce(async () => {
        const now = await askAgain(server, answer, tokenOf(answer.as));
        expect(comparable(now)).toMatchObject(comparable(answer));
      }),
    ),
  );
}

async function answersToday({ answers, folder }: Fixture): Promise<readonly GivenAnswer[]> {
  const undos = new Set((await folder.events()).filter(takesBack).map(({ position }) => String(position)));
  // A search also finds the name of a category, so this one finds more.
  const kept = answers.filter(({ url }) => url !== '/api/locations?search=caf%C3%A9');
  return kept.map((answer) => {
    if (!answer.url.startsWith('/api/admin/activity?')) return answer;
    // An undo can no longer be undone.
    const entries: readonly Json[] = answer.body;
    const body = entries.map((entry) => (undos.has(entry.position) ? { ...entry, undoable: false } : entry));
    return { ...answer, body };
  });
}

describe.each(['0.1.0', '2026-11-24'])('release %s', (release) => {
  describe.each(['embedded', 'servers'] as const)('with %s stores', (stores) => {
    let fixture: Fixture;
    let server: RunningServer;
    const tokenOf = (name: string) => fixture.then.people[name]?.accessToken;

    beforeAll(async () => {
      fixture = await unpack(release, stores);
      soonAfter(fixture);
      server = await startInProcess(fixture.folder, environment());
      await server.settled();
    });
    afterAll(async () => {
      expect(server.faults).toEqual([]);
      await server[Symbol.asyncDispose]();
      await fixture[Symbol.asyncDispose]();
    });

    test('gives every GET the same answer as then', async () => {
      await expectAsThen(server, await answersToday(fixture), tokenOf);
    });

    test('has the documents of a replay, which match the folded streams', async () => {
      await expectEqualToReplay(fixture.folder);
      expectDocumentsAsFolded(await contentsIn(fixture.folder), await fixture.folder.events());
    });

    test('has no faults in an audit', async () => {
      const output = captureOutput({ DATA_DIR: fixture.folder.path, ...serversOf(fixture.folder.path) });
      expect(await auditCommand([], output), output.printed.join('\n')).toBe(0);
    });

    test('proves today what happened then', async () => {
      const admin = { token: tokenOf('admin') };
      let events = 0;
      for (const what of ['cities', 'locations']) {
        for (const { id } of await server.list(`/api/admin/${what}`, admin)) {
          const evidence = await server.call('GET', `/api/admin/${what}/${id}/evidence`, admin);
          events += checkFile(Buffer.from(evidence.text)).events.length;
        }
      }
      expect(events).toBeGreaterThan(20);
    });

    test('has its leases in one folder', async () => {
      const names = await readdir(fixture.folder.path);
      expect(names.filter((name) => name.includes('lease'))).toEqual(stores === 'embedded' ? ['leases'] : []);
    });

    test('gives a request that is repeated with its key the same answer', async () => {
      expect(fixture.then.idempotent.map(({ status }) => status)).toEqual([201, 404]);
      for (const { as, url, key, body, status, answer, position } of fixture.then.idempotent) {
        const again = await server.call('POST', url, { token: tokenOf(as), key, body });
        expect([again.status, again.body]).toEqual([status, answer]);
        expect(again.headers.get(positionHeaders.event)).toBe(position);
      }
    });

    test('lets pending items be decided, deleted ones restored, and decisions undone', async () => {
      const admin = { token: tokenOf('admin') };
      const [pending] = await server.list('/api/admin/pending-cities', admin);
      const approved = await server.call('POST', `/api/admin/cities/${pending.id}/approve`, admin);
      expect(approved.body, approved.text).toMatchObject({ id: pending.id, status: 'approved' });
      const deleted = await server.list('/api/admin/cities?status=deleted', admin);
      const atlantis = deleted.find(({ name }) => name === 'Atlantis');
      const restored = await server.call('POST', `/api/admin/cities/${atlantis.id}/restore`, admin);
      expect(restored.body, restored.text).toMatchObject({ status: 'approved', locationCount: 1 });
      const decisions = await server.list('/api/admin/activity', admin);
      const decision = decisions.find(
        ({ type, name }) => type === 'location-approved' && name === 'Café Greco',
      );
      const undone = await server.call('POST', `/api/admin/batches/${decision.batchId}/undo`, admin);
      expect(undone.body.results, undone.text).toMatchObject([{ result: 'done' }]);
    });

    test('lets people sign in with the password or provider of then, and renew their sessions', async () => {
      for (const { email, password } of Object.values(fixture.then.people)) {
        if (password === undefined) continue;
        const { status } = await server.call('POST', '/auth/login', { body: { email, password } });
        expect([email, status]).toEqual([email, 200]);
      }
      for (const provider of ['github', 'google'] as const) {
        const browser = createBrowser({ appOrigin, at: server.origin });
        await signIn(browser, provider, zed.id);
        expect(await userOf(browser)).toMatchObject({ id: fixture.then.people['zed']?.id });
      }
      const body = { refreshToken: fixture.then.people['ann']?.refreshToken };
      expect((await server.call('POST', '/auth/refresh', { body })).status).toBe(200);
    });
  });

  test.runIf(release === '2026-11-24').each(['embedded', 'servers'] as const)(
    'with %s stores, gives its waiting photos hashes little by little, and then shows which look alike',
    async (stores) => {
      await using fixture = await unpack(release, stores);
      soonAfter(fixture);
      const { folder, then } = fixture;
      const [admin, eve] = ['admin', 'eve'].map((name) => ({ token: then.people[name]?.accessToken }));
      const start = (housekeepingEvery?: number) =>
        startInProcess(folder, environment(), undefined, undefined, { housekeepingEvery });
      const waiting = (server: RunningServer) => server.list('/api/admin/queue?kind=photo', admin);
      const alike = ({ signals }: { readonly signals: readonly Json[] }) =>
        signals.filter(({ kind }) => kind === 'near-picture');
      const told = async (server: RunningServer) => [
        (await waiting(server)).map(({ id, revision }) => [id, revision]),
        await server.list('/api/admin/activity', admin),
        await server.list('/api/submissions', eve),
      ];
      const hashed = async () => {
        const events = (await folder.events()).filter(({ type }) => type === 'photo-hashed.v1');
        return events.map(({ stream }) => stream.replace('photo-', '')).toSorted();
      };
      const lacking = async () => {
        const photos: readonly Json[] = Object.values((await contentsIn(folder))['queue/photos'] ?? {});
        const found = photos.filter(({ state, lacksHash }) => state === 'waiting' && lacksHash);
        return found.map(({ id }): string => id).toSorted();
      };

      let before: {
        readonly waiting: readonly Json[];
        readonly lacking: readonly string[];
        readonly told: Json;
      };
      {
        await using server = await start();
        before = { waiting: await waiting(server), lacking: await lacking(), told: await told(server) };
      }
      expect(before.waiting.flatMap(alike)).toEqual([]);
      expect(before.lacking).toEqual(expect.arrayContaining(before.waiting.map(({ id }): string => id)));
      {
        await using server = await start(50);
        await expect.poll(lacking).toEqual([]);
        const items = await waiting(server);
        // The fixture's pictures are of one colour, so those of one person look alike.
        const ofEve = items.filter(({ submitter }) => submitter.id === then.people['eve']?.id);
        expect(ofEve).toHaveLength(2);
        const [one, other] = ofEve.map(alike);
        expect(one).toHaveLength(1);
        expect(other).toEqual(one);
        expect(await told(server)).toEqual(before.told);
        await expectEqualToReplay(folder);
        const [{ kind, id, entityType, entityId, revision }] = ofEve;
        const decision = { kind, id, entityType, entityId, revision, decision: 'approve' };
        const body = { items: [decision] };
        const decided = await server.call('POST', '/api/admin/decisions', { ...admin, body });
        expect(decided.body.results, decided.text).toMatchObject([{ result: 'done' }]);
        expect(server.faults).toEqual([]);
      }
      expect(await hashed()).toEqual(before.lacking);
    },
  );

  test('has an export that can be imported, and gives every GET the same answer as then', async () => {
    await using fixture = await unpack(release, 'exported');
    await using folder = await createDataFolder();
    soonAfter(fixture);
    const env = { DATA_DIR: folder.path, ...serversOf(folder.path) };
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const now = () => new Date();
    const context = { env, print, printStatus: print, now };
    expect(await importCommand(['--from', fixture.exported], context), lines.join('\n')).toBe(0);
    await using server = await startInProcess(folder, environment());
    await server.settled();
    // Sessions are not exported.
    const tokens = new Map<string, string>();
    for (const [name, { email, password }] of Object.entries(fixture.then.people)) {
      if (password === undefined) continue;
      const { body } = await server.call('POST', '/auth/login', { body: { email, password } });
      tokens.set(name, body.accessToken);
    }
    const answers = (await answersToday(fixture)).filter(
      ({ as, url }) => (as === 'visitor' || tokens.has(as)) && url !== '/auth/account/sessions',
    );
    await expectAsThen(server, answers, (name) => tokens.get(name));
  });
});
