import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { parseEvent } from '#contracts/events';
import { openSqlite } from '../../platform/sqlite/connection.mjs';
import type { EventLog } from '#platform/event-log/index';
import { chainOf } from '#platform/event-log/index';
import { checkChain } from '#platform/log-integrity/check-chain';
import { recordChain } from '#platform/log-integrity/record-chain';
import { blockSize, createLogTree } from '#platform/log-integrity/log-tree';
import { openSigningKey } from '#platform/log-integrity/signing-key';
import { writeKnownLog } from '#platform/log-integrity/known-log';
import { openRecordStore } from '#platform/record-store/index';
import { pino } from 'pino';

import { readModels } from '#projections/read-models';
import { createProjections } from '#platform/projections/runner';
import { city, location, opinion, photo, sha256Of } from '#projections/testing/events';
import { photoFiles, putPhotoFiles } from '#projections/testing/photo-files';
import { captureOutput } from '#projections/testing/cli-output';
import { createRecordingLogger, createTemplate, createWorld, type World } from '#projections/testing/world';
import { auditCommand } from './audit-command.ts';
import { replayCommand } from './replay-command.ts';

let template: Awaited<ReturnType<typeof createTemplate>>;
let world: World;
beforeAll(async () => {
  template = await createTemplate(async (made) => {
    await made.append(
      city.submitted('rome', { name: 'Rome' }),
      [city.approved('rome'), { actor: 'eve' }],
      location.submitted('forum', 'rome'),
      location.approved('forum', 'rome'),
      photo.added('p1', 'forum'),
      photo.added('p2', 'forum'),
      opinion.rated('forum', 'ann', 4),
      opinion.rated('forum', 'bob', 5),
    );
    await putPhotoFiles(made.folder, 'p1', 'p2');
    await keep(made);
    await project(made);
  });
});
beforeEach(async () => {
  world = await createWorld(template.folder);
});
afterEach(() => world[Symbol.asyncDispose]());
afterAll(() => template[Symbol.asyncDispose]());

/** Updates the read models from the log. */
async function project(at: World): Promise<void> {
  const logger = createRecordingLogger();
  await using projections = await createProjections({ ...at, models: readModels, parse: parseEvent, logger });
  await projections.caughtUp();
}

/** Records the hash chain of the log, as a server does. */
async function keep({ folder, log }: World): Promise<void> {
  await using records = await openRecordStore({ path: join(folder, 'records.db') });
  await writeKnownLog(records, { id: log.id, unquestionedTo: 0n });
  await recordChain({ log, records, logger: pino({ level: 'silent' }) });
}

const run = async (command: typeof auditCommand, ...args: string[]) => {
  const output = captureOutput({ DATA_DIR: world.folder });
  return { ...output, code: await command(args, output) };
};

/** Changes the file directly, bypassing the server. */
function inLog(sql: string): void {
  const database = openSqlite(join(world.folder, 'events.db'));
  database.exec(sql);
  database.close();
}

/** Recomputes all hashes, as a forger who has read docs/how-it-works.md would. */
async function forgeHashes(): Promise<void> {
  const links = [];
  for await (const link of chainOf(world.log.readAll())) links.push(link);
  const database = openSqlite(join(world.folder, 'events.db'));
  const update = 'UPDATE event SET hash = ? WHERE position = ?';
  for (const { hash, position } of links) database.run(update, [hash, position]);
  database.close();
}

describe('an event log', () => {
  test('that is unchanged gives exit code 0 and prints its head', async () => {
    const { code, printed, statuses } = await run(auditCommand);
    expect(printed.filter((line) => line.startsWith('log'))).toEqual([]);
    expect(statuses[0]).toMatch(/^log: 8 events, head [0-9a-f]{64} at position 8$/);
    expect(code).toBe(0);
  });

  test.each([
    [
      'a forged actor',
      "UPDATE event SET metadata = replace(metadata, 'eve', 'ann') WHERE position = 2",
      'position 2',
    ],
    [
      'one changed letter',
      "UPDATE event SET data = replace(data, 'Rome', 'Rime') WHERE position = 1",
      'position 1',
    ],
    ['a changed type', "UPDATE event SET type = 'city-rejected.v1' WHERE position = 2", 'position 2'],
    ['a missing event', 'DELETE FROM event WHERE position = 7', 'position 7: the event is missing'],
    [
      'several missing events',
      'DELETE FROM event WHERE position IN (5, 6)',
      'position 5: the events up to position 6',
    ],
    ['a missing end', 'DELETE FROM event WHERE position > 6', 'position 6: the log ends here'],
    ['a missing hash', 'UPDATE event SET hash = NULL WHERE position = 3', 'position 3: the event'],
  ])(
    'with %s gives exit code 1, also after a replay, and names the first position',
    async (_, sql, place) => {
      inLog(sql);
      const first = await run(auditCommand);
      expect(first.printed[0]).toContain(`log: ${place}`);
      expect(first.code).toBe(1);
      const replayed = await run(replayCommand, '--model', 'all');
      if (replayed.statuses.every((line) => !line.includes('unknown'))) {
        expect(replayed.printed.find((line) => line.startsWith('log:'))).toContain(`log: ${place}`);
      }
      expect(replayed.code).toBe(1);
      const second = await run(auditCommand);
      expect(second.printed[0]).toContain(`log: ${place}`);
      expect(second.code).toBe(1);
    },
  );

  test('with forged hashes differs from the hashes in the records', async () => {
    inLog("UPDATE event SET metadata = replace(metadata, 'eve', 'ann') WHERE position = 2");
    await forgeHashes();
    const { code, printed } = await run(auditCommand);
    expect(printed[0]).toContain('to position 8 the events are not those that the records know of');
    expect(code).toBe(1);
    // Further events from a server do not hide the forgery.
    await world.append(city.submitted('oslo'));
    await expect(keep(world)).rejects.toThrow('has another hash');
    expect((await run(auditCommand)).printed[0]).toContain('log: position 1');
  });

  test('with forged hashes and records differs only from a head that was stored elsewhere', async () => {
    const head = /head ([0-9a-f]{64})/.exec((await run(auditCommand)).statuses[0] ?? '')?.[1] ?? '';
    await world.append(city.submitted('oslo'));
    const sound = await run(auditCommand, '--head', head);
    expect(sound.printed[0]).toBe(`log: up to position 8 the log is unchanged since ${head} was its head`);

    inLog("UPDATE event SET metadata = replace(metadata, 'eve', 'ann') WHERE position = 2");
    await forgeHashes();
    await rm(join(world.folder, 'records.db'));
    await keep(world);
    const without = await run(auditCommand);
    expect(without.printed.filter((line) => line.startsWith('log'))).toEqual([]);
    expect(without.statuses.join('\n')).toContain('Only a head that was kept elsewhere shows that');
    const { code, printed } = await run(auditCommand, '--head', head);
    expect(printed[0]).toContain(`log: no event has the hash ${head}`);
    expect(code).toBe(1);
  });

  test('with a changed event but its old hash is not reported as unchanged since its head', async () => {
    const head = /head ([0-9a-f]{64})/.exec((await run(auditCommand)).statuses[0] ?? '')?.[1] ?? '';
    inLog("UPDATE event SET data = replace(data, 'Rome', 'Rime') WHERE position = 1");
    const { code, printed } = await run(auditCommand, '--head', head);
    expect(printed[0]).toContain('log: position 1');
    expect(printed.filter((line) => line.includes('unchanged'))).toEqual([]);
    expect(code).toBe(1);
  });

  test.each([
    [['--head'], "Option '--head <value>' argument missing"],
    [['--head', 'abc'], '--head takes a hash of 64'],
    [['--head', 'a'.repeat(64), 'x'], '--head takes a hash of 64'],
  ])('prints the usage after %j', async (args, message) => {
    expect((await run(auditCommand, ...args)).statuses[0]).toContain(message);
  });
});

describe('the roots of the tree in the records', () => {
  test('are compared with the log, and the keys that sign them are printed', async () => {
    await world.append(...Array.from({ length: blockSize }, () => opinion.rated('forum', 'ann', 4)));
    await using records = await openRecordStore({ path: join(world.folder, 'records.db') });
    const { publicKey } = await openSigningKey(records);
    await keep(world);
    await createLogTree(world.log, records).keep(blockSize + 8);
    const sound = await run(auditCommand);
    expect(sound.printed.filter((line) => line.startsWith('log'))).toEqual([]);
    expect(sound.statuses).toContain(`log: evidence of it is signed with ${publicKey}`);
    const name = `log-tree-${world.log.id}-0`;
    const stored = (await records.settings.get(name)) ?? '';
    await records.settings.set(name, stored.replace(/"root":"./, '"root":"x'));
    const { code, printed } = await run(auditCommand);
    expect(printed[0]).toMatch(/^log: .* the records keep another root of the events after position 0$/);
    expect(code).toBe(1);
  });
});

describe('the stored points of the log', () => {
  /** A log without stored hashes, like one on EventStoreDB. */
  const withoutHashes = (log: EventLog): EventLog => ({
    ...log,
    links: (after) => chainOf(log.readAll({ after: after.position }), after),
  });

  async function flawsIn({ folder, log }: World): Promise<readonly string[]> {
    await using records = await openRecordStore({ path: join(folder, 'records.db') });
    return (await checkChain({ log: withoutHashes(log), records })).flaws;
  }
  let sound: Awaited<ReturnType<typeof createTemplate>>;
  beforeAll(async () => {
    sound = await createTemplate(async (made) => {
      await made.append(...Array.from({ length: 2300 }, () => opinion.rated('forum', 'ann', 4)));
      await keep(made);
      expect(await flawsIn(made)).toEqual([]);
    });
  });
  afterAll(() => sound[Symbol.asyncDispose]());

  test.each([
    [
      'a changed event',
      "UPDATE event SET data = replace(data, ':4', ':3') WHERE position = 1700",
      /^position 1001: from here to position 2000 /,
    ],
    ['a missing event', 'DELETE FROM event WHERE position = 1700', /^position 1\d{3}: /],
    [
      'an event missing in the middle of its stream',
      'DELETE FROM event WHERE position = 1500',
      /^position 15\d\d: the events of opinion-forum-ann before revision/,
    ],
    ['a missing end', 'DELETE FROM event WHERE position > 2100', /^position 2100: the log ends here/],
  ])('show %s and its position in a log without hashes', async (_, sql, place) => {
    await using harmed = await createWorld(sound.folder);
    const database = openSqlite(join(harmed.folder, 'events.db'));
    database.exec(sql);
    database.close();
    const flaws = await flawsIn(harmed);
    expect(flaws[0]).toMatch(place);
    // The events after it are unchanged and are not reported.
    expect(flaws).toHaveLength(1);
  });
});

describe('audit of photos', () => {
  const pathOf = (name: string): string => {
    const [folder = '', id = '', ...rest] = name.split('/');
    return join(world.folder, 'photos', folder, id.slice(0, 2), id, ...rest);
  };
  const [original = '', rendition = ''] = photoFiles('p2');

  test.each<[string, string, (path: string) => Promise<void>, string]>([
    ['an altered original', original, flipByte, 'its bytes were changed, or cut'],
    ['a cut original', original, (path) => truncate(path, 4), 'its bytes were changed, or cut'],
    ['an empty original', original, (path) => truncate(path, 0), 'its bytes were changed, or cut'],
    ['a missing original', original, (path) => rm(path), 'it is missing; photo p2 needs it'],
    ['a cut rendition', rendition, (path) => truncate(path, 40), 'it has 40 bytes'],
    ['a missing rendition', rendition, (path) => rm(path), 'it is missing; photo p2 needs it'],
  ])('names %s and gives exit code 1', async (_, name, harm, message) => {
    expect((await run(auditCommand)).code).toBe(0);
    await harm(pathOf(name));
    const { code, printed } = await run(auditCommand);
    expect(printed.filter((line) => line.startsWith('photos: '))).toEqual([
      expect.stringContaining(`photos: ${name}: ${message}`),
    ]);
    expect(code).toBe(1);
  });

  test('does not report the files of a deleted photo as missing', async () => {
    await world.append(photo.deleted('p2', 'forum'));
    await project(world);
    for (const name of photoFiles('p2')) await rm(pathOf(name));
    const { code, statuses } = await run(auditCommand);
    expect(statuses).toContainEqual(expect.stringMatching(/^photos: 0 flaws in 3 files$/));
    expect(code).toBe(0);
    expect(sha256Of('p2')).toHaveLength(64);
  });
});

async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes.writeUInt8(bytes.readUInt8(3) ^ 1, 3);
  await writeFile(path, bytes);
}
