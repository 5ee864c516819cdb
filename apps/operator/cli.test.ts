import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { parseEvent } from '#contracts/events';
import { openSqlite } from '../../platform/sqlite/connection.mjs';
import { readModels } from '#projections/read-models';
import { places } from '#projections/places';
import { openReplay } from '#platform/projections/replay';
import { createProjections } from '#platform/projections/runner';
import { city, edit, location, opinion, photo } from '#projections/testing/events';
import { putPhotoFiles } from '#projections/testing/photo-files';
import { captureOutput } from '#projections/testing/cli-output';
import {
  createRecordingLogger,
  createTemplate,
  createWorld,
  timeAt,
  type World,
} from '#projections/testing/world';
import { openRecordStore } from '#platform/record-store/index';
import { account } from '#platform/record-store/record-store.contract';
import { folderOfTest } from '../../test/harness/folders.ts';
import { auditCommand, auditUsage } from './audit-command.ts';
import { replayCommand, replayUsage } from './replay-command.ts';

let template: Awaited<ReturnType<typeof createTemplate>>;
let world: World;
let ids: string[];
beforeAll(async () => {
  template = await createTemplate(async (made) => {
    ids = await made.append(
      city.submitted('rome', { name: 'Rome' }),
      [city.approved('rome'), { actor: 'eve' }],
      location.submitted('forum', 'rome'),
      location.approved('forum', 'rome'),
      photo.added('p1', 'forum'),
      opinion.rated('forum', 'ann', 4),
    );
    await putPhotoFiles(made.folder, 'p1');
    await using projections = await live(made);
    await projections.caughtUp();
  });
});
beforeEach(async () => {
  world = await createWorld(template.folder);
});
afterEach(() => world[Symbol.asyncDispose]());
afterAll(() => template[Symbol.asyncDispose]());

const live = (at = world) =>
  createProjections({ ...at, models: readModels, parse: parseEvent, logger: createRecordingLogger() });

const run = async (command: typeof replayCommand, ...args: string[]) => {
  const output = captureOutput({ DATA_DIR: world.folder });
  return { ...output, code: await command(args, output) };
};

/** Changes the file directly, bypassing the server. */
function tamper(sql: string): void {
  const database = openSqlite(join(world.folder, 'read-models.db'));
  database.exec(sql);
  database.close();
}
function tableOf(collection: string): string {
  const database = openSqlite(join(world.folder, 'read-models.db'));
  const tables = database.objects<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'");
  database.close();
  const found = tables.find(({ name }) => name.endsWith(`_${collection}`) && !name.includes('fts'));
  if (found === undefined)
    throw new Error(`no table of ${collection} among ${tables.map(({ name }) => name).join()}`);
  return found.name;
}

describe('audit', () => {
  test('finds 0 differences and gives exit code 0, also if repeated', async () => {
    for (const _ of [1, 2]) {
      const { code, printed } = await run(auditCommand);
      expect(code).toBe(0);
      expect(printed).toEqual([
        'places: 0 differences in 6 documents at position 6',
        'history: 0 differences in 8 documents at position 6',
        'search: 0 differences in 3 documents at position 6',
        'queue: 0 differences in 7 documents at position 6',
        'reports: 0 differences in 0 documents at position 6',
      ]);
    }
  });

  test('reports a changed document field by field, with exit code 1; a replay repairs it', async () => {
    tamper(`UPDATE ${tableOf('cities')} SET doc = replace(doc, '"locationCount":1', '"locationCount":7')`);
    const { code, printed, statuses } = await run(auditCommand);
    expect(code).toBe(1);
    expect(printed.slice(0, 4)).toEqual([
      'places: 1 difference in 6 documents at position 6',
      '  0 missing, 0 too many, 1 changed (stored → as the log says):',
      '  ~ places/cities rome',
      '      locationCount: 7 → 1',
    ]);
    expect(statuses.at(-1)).toContain('npm run replay');
    expect(await run(replayCommand, '--model', 'places')).toMatchObject({ code: 0 });
    expect(await run(auditCommand)).toMatchObject({ code: 0 });
  });

  test('works while a server runs', async () => {
    await using projections = await live();
    await projections.caughtUp();
    expect(await run(auditCommand)).toMatchObject({ code: 0 });
  });

  test("prints a city's whole history", async () => {
    await world.append(
      [
        city.edited('rome', { name: { from: 'Rome', to: 'Roma' } }),
        { actor: 'bob', correlationId: 'request-9', causationId: 'command-9', cascadeId: 'root' },
      ],
      city.rejected('rome', 'A duplicate'),
    );
    const { code, printed } = await run(auditCommand, 'city', 'rome');
    expect(code).toBe(0);
    const text = printed.join('\n');
    expect(text).toContain(`1  ${timeAt(0)}  city-submitted.v1  by ann`);
    expect(text).toContain(`2  ${timeAt(1)}  city-approved.v1  by eve`);
    expect(text).toContain(`7  ${timeAt(6)}  city-edited.v1  by bob\n`);
    expect(text).toMatch(/name +"Rome" → "Roma"/);
    expect(text).toMatch(/correlation +request-9\n +causation +command-9\n +cascade +root/);
    expect(text).toMatch(/reason +"A duplicate"/);
    expect(text).toContain(ids[0]);
  });

  test("prints a location's history with its edits, photos and ratings, and a photo's own history", async () => {
    const changes = { name: { from: 'forum', to: 'Forum' } };
    await world.append(edit.proposed('e1', 'forum', 'rome', changes), location.submitted('other', 'rome'));
    const { printed } = await run(auditCommand, 'location', 'forum');
    expect(printed.join('\n')).toMatch(/bestTimeToVisit +null/);
    const types = printed.flatMap((line) => /^\d+ .*Z {2}(\S+)/.exec(line)?.[1] ?? []);
    expect(types).toEqual([
      'location-submitted.v1',
      'location-approved.v1',
      'photo-added.v1',
      'location-rated.v1',
      'location-edit-proposed.v1',
    ]);
    expect((await run(auditCommand, 'location', 'forum', '--whole-log')).printed).toEqual(printed);
    expect((await run(auditCommand, '--whole-log', 'location', 'forum')).printed).toEqual(printed);
    expect((await run(auditCommand, 'photo', 'p1')).printed[0]).toContain('photo-added.v1');
  });

  test('prints names beside the ids of people and cities, and only the changed words of a long text', async () => {
    const [ann, turin, milan, tower] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const records = await openRecordStore({ path: join(world.folder, 'records.db') });
    await records.accounts.add(account(ann, { firstName: 'Ann', lastName: 'Ansel' }));
    await records[Symbol.asyncDispose]();
    const before = `From the roof one sees the Alps on a clear morning. ${'It is steep. '.repeat(9)}It closes at six.`;
    await world.append(
      city.submitted(turin, { name: 'Torino' }),
      city.edited(turin, { name: { from: 'Torino', to: 'Turin' } }),
      city.submitted(milan, { name: 'Milan' }),
      [location.submitted(tower, turin, { description: before }), { actor: ann }],
      [
        location.edited(tower, turin, {
          cityId: { from: turin, to: milan },
          description: { from: before, to: before.replace('six', 'nine') },
        }),
        { actor: ann, seen: 3 },
      ],
    );
    const text = (await run(auditCommand, 'location', tower)).printed.join('\n');
    expect(text).toContain(`location-submitted.v1  by ${ann} (Ann Ansel)\n`);
    expect(text).toMatch(new RegExp(`cityId +"${turin}" \\(Turin\\) → "${milan}" \\(Milan\\)\n`));
    expect(text).toMatch(/description +….* \[-six\."-\]\{\+nine\."\+\}\n/);
    expect(text).toMatch(/decided on +revision 3\n/);
    expect(text).toContain(JSON.stringify(before));
  });

  test('gives exit code 1 for an unknown entity', async () => {
    expect(await run(auditCommand, 'city', 'atlantis')).toMatchObject({
      code: 1,
      statuses: ['The log has no city atlantis.'],
    });
  });

  test.each([
    [['town', 'rome'], 'town is neither city, location nor photo.'],
    [['city'], 'The id of the city is missing.'],
    [['city', 'rome', 'oslo'], 'One entity at a time.'],
    [['--whole-log'], '--whole-log needs an entity.'],
  ])('prints the usage after %j', async (args, message) => {
    expect(await run(auditCommand, ...args)).toMatchObject({
      code: 2,
      statuses: [`${message}\n\n${auditUsage}`],
    });
  });
});

describe('replay', () => {
  test('rebuilds one model or all models', async () => {
    const one = await run(replayCommand, '--model', 'history');
    expect(one).toMatchObject({ code: 0, printed: ['history: rebuilt, now at position 6'] });
    expect(one.statuses[0]).toContain('no server is running');
    expect(one.progressed.at(-1)).toMatch(/^100 %, 6 events, [\d,]+\/s: history$/);
    const all = await run(replayCommand, '--model', 'all');
    expect(all.printed).toHaveLength(readModels.length);
    expect(await run(auditCommand)).toMatchObject({ code: 0 });
  });

  test('works while a server runs, and the server continues with the new copy', async () => {
    await using projections = await live();
    await projections.caughtUp();
    const { code, statuses } = await run(replayCommand, '--model', 'places');
    expect(code).toBe(0);
    expect(statuses[0]).toBe(
      'places: a running server keeps it up to date; it will continue with the new copy.',
    );
    await world.append(location.deleted('forum', 'rome'));
    await projections.caughtUp();
    expect(await run(auditCommand)).toMatchObject({ code: 0 });
  });

  test.each([
    ['position', '2'],
    ['time', timeAt(1)],
  ])('to a %s shows what was different then, and does not change the stored model', async (_, to) => {
    const { code, printed } = await run(replayCommand, '--model', 'places', '--to', to);
    expect(code).toBe(0);
    expect(printed).toEqual([
      'places: stored at position 6, replayed to 2: 0 would appear, 3 would vanish, 2 would change',
      '  ~ places/cities rome',
      '      locationCount: 1 → 0',
      '      photoCount: 1 → 0',
      '  - places/locations forum',
      '  - places/photos p1',
      '  - places/opinions forum:ann',
      '  ~ places/people ann',
      '      submitted: 2 → 1',
      '      approved: 2 → 1',
      expect.stringContaining('lastAt: '),
    ]);
    const reader = await world.store.reader(places.declaration);
    expect(await reader.get('locations', 'forum')).toBeDefined();
  });

  test('with --diff shows no difference for a correct model, and the first 50 of many differences', async () => {
    const sound = await run(replayCommand, '--model', 'all', '--diff');
    expect(sound.printed[0]).toBe(
      'places: stored at position 6, replayed to 6: 0 would appear, 0 would vanish, 0 would change',
    );
    expect(sound.printed).toHaveLength(readModels.length);
    const many = Array.from({ length: 60 }, (_, index) => city.submitted(`city ${index}`));
    await world.append(...many);
    const { printed } = await run(replayCommand, '--model', 'places', '--diff');
    expect(printed).toHaveLength(52);
    expect(printed.at(-1)).toBe('  … and 13 more');
  });

  test('refuses while another replay of the same model runs', async () => {
    await using _other = await openReplay(places, world);
    const { code, statuses } = await run(replayCommand, '--model', 'places');
    expect(code).toBe(1);
    expect(statuses[0]).toMatch(/^A copy of places is being built already/);
  });

  test('stops at an unknown event and reports it, and does not change the stored model', async () => {
    await world.log.append('city-x', 'none', [
      {
        id: '7d444840-9dc0-11d1-b245-5ffdce74fad2',
        event: { type: 'city-painted.v9', data: {} } as never,
        metadata: { time: timeAt(9), actor: 'ann', correlationId: 'r', causationId: 'c' },
      },
    ]);
    const { code, statuses } = await run(replayCommand, '--model', 'places');
    expect(code).toBe(1);
    expect(statuses.at(-1)).toMatch(/position 7 \(city-painted\.v9\) is unknown/);
    const reader = await world.store.reader(places.declaration);
    expect(await reader.get('locations', 'forum')).toBeDefined();
  });

  test.each([
    [[], '--model is missing.'],
    [
      ['--model', 'towns'],
      `There is no read model towns. There are: ${readModels.map(({ declaration }) => declaration.name).join(', ')}, all.`,
    ],
    [
      ['--model', 'all', '--to', 'yesterday'],
      '--to takes a position (1234) or a time with its zone (2026-03-01T12:00:00Z, or a day in UTC), not yesterday.',
    ],
  ])('prints the usage after %j', async (args, message) => {
    expect(await run(replayCommand, ...args)).toMatchObject({
      code: 2,
      statuses: [`${message}\n\n${replayUsage}`],
    });
  });

  test('refuses an option that is given twice, instead of ignoring one of its values', async () => {
    const { code, statuses } = await run(replayCommand, '--without-actor', 'ann', '--without-actor=eve');
    expect(code).toBe(2);
    expect(statuses[0]).toBe(`--without-actor is given twice.\n\n${replayUsage}`);
  });

  test('prints an error and the usage for an unknown option, and only the usage for --help', async () => {
    expect(await run(replayCommand, '--modle', 'all')).toMatchObject({ code: 2 });
    const { code, statuses } = await run(auditCommand, '--haed', 'x');
    expect(code).toBe(2);
    expect(statuses[0]).toContain("Unknown option '--haed'");
    expect(await run(replayCommand, '--help')).toMatchObject({
      code: 0,
      printed: [replayUsage],
      statuses: [],
    });
    expect(await run(auditCommand, '--help')).toMatchObject({ code: 0, printed: [auditUsage], statuses: [] });
  });
});

describe('the configuration of a command', () => {
  test('is refused for a folder without a log, and no installation is created there', async () => {
    const empty = folderOfTest();
    const output = captureOutput({ DATA_DIR: join(empty, 'nowhere') });
    expect(await auditCommand([], output)).toBe(1);
    expect(output.statuses[0]).toMatch(/There is no event log .*nowhere\/events\.db/);
    expect(existsSync(join(empty, 'nowhere'))).toBe(false);
    expect(await readdir(empty)).toEqual([]);
  });

  test('is refused with all its mistakes named at once', async () => {
    const output = captureOutput({ MONGODB_URL: 'http://x', STREAM_PREFIX: 'a b' });
    expect(await auditCommand([], output)).toBe(1);
    expect(output.statuses[0]).toMatch(/MONGODB_URL.*\n.*STREAM_PREFIX/);
  });
});
