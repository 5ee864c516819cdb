import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { parseEvent } from '#contracts/events';
import { createProjections } from '#platform/projections/runner';
import { readModels } from '#projections/read-models';
import { captureOutput } from '#projections/testing/cli-output';
import { city, edit, location, opinion, photo } from '#projections/testing/events';
import { createRecordingLogger, createWorld, timeAt, type World } from '#projections/testing/world';
import { replayCommand } from './replay-command.ts';

const spammer = { actor: 'bob' };
const batch = { actor: 'eve', correlationId: 'batch-1' };

let world: World;
beforeEach(async () => {
  world = await createWorld();
  await world.append(
    city.submitted('rome', { name: 'Rome' }),
    city.approved('rome'),
    location.submitted('forum', 'rome', { name: 'Forum' }),
    [location.approved('forum', 'rome'), batch],
    photo.added('p1', 'forum'),
    [location.submitted('shop', 'rome', { name: 'Shop' }), spammer],
    [location.approved('shop', 'rome'), batch],
    [photo.added('p2', 'forum'), spammer],
    photo.added('p3', 'shop'),
    [edit.proposed('e1', 'forum', 'rome', { name: { from: 'Forum', to: 'Cheap shoes' } }), spammer],
    edit.approved('e1', 'forum', 'rome', { name: { from: 'Forum', to: 'Cheap shoes' } }),
    location.submitted('arch', 'rome', { name: 'Arch' }),
    location.approved('arch', 'rome'),
    [location.deleted('arch', 'rome'), spammer],
    opinion.rated('arch', 'ann', 4),
  );
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await world[Symbol.asyncDispose]();
});

const run = async (...args: string[]) => {
  const output = captureOutput({ DATA_DIR: world.folder });
  return { ...output, code: await replayCommand(args, output) };
};
const json = async (...args: string[]): Promise<unknown> => {
  const { printed, code } = await run('--json', ...args);
  expect(code).toBe(0);
  expect(printed).toHaveLength(1);
  return JSON.parse(printed[0] ?? '');
};

const shop = { entityType: 'location', id: 'shop', name: 'Shop' };
const arch = { entityType: 'location', id: 'arch', name: 'Arch' };
const forum = { entityType: 'location', id: 'forum', name: 'Cheap shoes' };
const rome = { entityType: 'city', id: 'rome', name: 'Rome' };
const pictured = (id: string) => ({ entityType: 'photo', id, name: `${id}.jpg` });

/** Ends a replay as soon as it has created the folder of its temporary read models. */
async function endReplay(temporary: string, signal: NodeJS.Signals): Promise<void> {
  const watcher = watch(temporary);
  const made = once(watcher, 'change');
  const child = spawn(process.execPath, ['dist/replay.js', '--summary'], {
    env: { PATH: process.env['PATH'], DATA_DIR: world.folder, TMPDIR: temporary },
  });
  const closed = once(child, 'close');
  await made;
  watcher.close();
  child.kill(signal);
  await closed;
}

test('a replay that Ctrl-C ends removes its temporary read models', async () => {
  const temporary = join(world.folder, 'temporary');
  await mkdir(temporary);
  await endReplay(temporary, 'SIGINT');
  expect(await readdir(temporary)).toEqual([]);
});

test('the temporary read models of a killed replay are removed by the next one, those of a running one are not', async () => {
  const temporary = join(world.folder, 'killed');
  const running = `lightfall-read-models-${hostname()}-${process.pid}-abc`;
  await mkdir(join(temporary, running), { recursive: true });
  await mkdir(join(temporary, 'lightfall-of-somebody-else'));
  await endReplay(temporary, 'SIGKILL');
  expect(await readdir(temporary)).toHaveLength(3);
  vi.stubEnv('TMPDIR', temporary);
  await json('--model', 'all', '--without-actor', 'bob');
  expect((await readdir(temporary)).toSorted()).toEqual(['lightfall-of-somebody-else', running].toSorted());
});

describe('replay without some events', () => {
  test('shows the guide without a person', async () => {
    expect(await json('--model', 'all', '--without-actor', 'bob')).toEqual({
      gone: [shop, pictured('p2'), pictured('p3')],
      come: [arch],
      changed: [forum],
    });
  });

  test('shows the guide without the decisions of a batch', async () => {
    expect(await json('--without-batch', 'batch-1')).toEqual({
      gone: [forum, shop, pictured('p1'), pictured('p2'), pictured('p3')],
      come: [],
      changed: [],
    });
  });

  test('prints the comparison once if several options request it', async () => {
    const args = ['--model', 'all', '--without-batch', 'batch-1', '--diff', '--summary'];
    expect((await run(...args)).printed[0]).toMatch(/^Of 2 public places 2 would not be there: /);
    expect(await json(...args)).toMatchObject({ come: [], changed: [] });
  });

  test.each([
    ['shop', { gone: [shop, pictured('p3')], come: [], changed: [] }],
    ['p1', { gone: [pictured('p1')], come: [], changed: [] }],
    ['e1', { gone: [], come: [], changed: [forum] }],
    [
      'rome',
      { gone: [rome, forum, shop, pictured('p1'), pictured('p2'), pictured('p3')], come: [], changed: [] },
    ],
  ])('shows the guide without %s', async (id, expected) => {
    expect(await json('--without-entity', id)).toEqual(expected);
  });

  test('leaves out only events after --from, and ends the log at --to', async () => {
    expect(await json('--without-actor', 'bob', '--from', '8')).toEqual({
      gone: [],
      come: [arch],
      changed: [forum],
    });
    expect(await json('--without-actor', 'bob', '--from', timeAt(10))).toMatchObject({
      gone: [],
      changed: [],
    });
    expect(await json('--without-actor', 'bob', '--to', '7')).toEqual({
      gone: [shop],
      come: [],
      changed: [],
    });
  });

  test('shows only an entity and its contents with --entity', async () => {
    expect(await json('--without-actor', 'bob', '--entity', 'shop')).toEqual({
      gone: [shop, pictured('p3')],
      come: [],
      changed: [],
    });
  });

  test.each([['--summary'], ['--json'], ['--without-actor', 'bob']])(
    'fails for an entity that is not in the log, with %s %s',
    async (...args) => {
      expect(await run(...args, '--entity', 'atlantis')).toMatchObject({
        code: 1,
        printed: [],
        statuses: ['The log has no city, location or photo atlantis.'],
      });
    },
  );

  test('prints counts and names with --summary, and which events were left out', async () => {
    const { printed, statuses, code } = await run('--summary', '--without-actor', 'bob');
    expect(code).toBe(0);
    expect(printed).toEqual([
      'Of 2 public places 1 would not be there: Shop',
      '1 place more would be there: Arch',
      '1 place would be different: Cheap shoes',
      'Of 1 public city 0 would not be there.',
      'Of 3 public photos 2 would not be there: p2.jpg; p3.jpg',
    ]);
    expect(statuses).toEqual([
      'Left out: 4 events of actor bob, and 3 that depend on them: 1 location-approved.v1, ' +
        '1 photo-added.v1, 1 location-edit-approved.v1.',
    ]);
  });

  test('prints counts and names by default, and documents with --diff', async () => {
    expect((await run('--without-entity', 'shop')).printed[0]).toBe(
      'Of 2 public places 1 would not be there: Shop',
    );
    const { printed } = await run('--model', 'places', '--without-entity', 'shop', '--diff');
    expect(printed[0]).toContain('places, replayed to 15: 0 would appear, 3 would vanish, ');
    expect(printed).toContain('  - places/locations shop');
    const only = await run('--model', 'places', '--without-entity', 'shop', '--diff', '--entity', 'shop');
    expect(only.printed.join()).not.toContain('rome');
  });

  test.each([['actor'], ['batch'], ['entity']])(
    'fails for %s nobody, which is not in the log',
    async (by) => {
      expect(await run('--json', `--without-${by}`, 'nobody')).toMatchObject({
        code: 1,
        printed: [],
        statuses: [`The log has no event of ${by} nobody.`],
      });
    },
  );

  test('leaves out nothing of a person who did nothing after --from, and says so', async () => {
    const { printed, statuses, code } = await run('--json', '--without-actor', 'bob', '--from', '14');
    expect(code).toBe(0);
    expect(printed).toEqual(['{"gone":[],"come":[],"changed":[]}']);
    expect(statuses).toEqual(['The log has no event of actor bob there.']);
  });

  test('writes nothing, while a running projection continues', async () => {
    await using projections = await createProjections({
      ...world,
      models: readModels,
      parse: parseEvent,
      logger: createRecordingLogger(),
    });
    await projections.caughtUp();
    const bytes = async () => {
      const names = (await readdir(world.folder, { recursive: true })).filter((name) => name.endsWith('.db'));
      return Promise.all(
        names.map(async (name) =>
          createHash('sha256')
            .update(await readFile(join(world.folder, name)))
            .digest('hex'),
        ),
      );
    };
    const files = () => readdir(world.folder);
    const temporary = async () =>
      (await readdir(tmpdir())).filter((name) => name.startsWith('lightfall-read-models-'));
    const before = { bytes: await bytes(), files: await files(), temporary: await temporary() };
    await json('--without-actor', 'bob');
    expect({ bytes: await bytes(), files: await files(), temporary: await temporary() }).toEqual(before);
    await world.append(city.submitted('oslo'));
    await projections.caughtUp();
    expect(projections.status().every(({ position }) => position === 16n)).toBe(true);
  });
});

describe('replay of two moments', () => {
  test('compares them as the public saw them', async () => {
    expect(await json('--from', '4', '--to', timeAt(6))).toEqual({
      gone: [],
      come: [shop, pictured('p1')],
      changed: [],
    });
    expect(await json('--to', '4')).toMatchObject({
      gone: [shop, pictured('p1'), pictured('p2'), pictured('p3')],
    });
    expect(await json('--to', '0')).toMatchObject({ come: [], changed: [] });
  });

  test.each([
    ['16', 'The log ends at position 15.'],
    ['9223372036854775807', 'The log ends at position 15.'],
    ['9999-12-31', 'That time is in the future.'],
  ])('fails for the moment %s, which is after the end of the log', async (moment, sentence) => {
    const failure = { code: 1, printed: [], statuses: [sentence] };
    expect(await run('--json', '--to', moment)).toMatchObject(failure);
    expect(await run('--json', '--from', moment)).toMatchObject(failure);
    expect(await run('--model', 'places', '--to', moment)).toMatchObject(failure);
  });
});

test.each([
  [['--json', '--to', '-1']],
  [['--json', '--to=-1']],
  [['--json', '--from', '1e30']],
  [['--json', '--from', '275760-09-14']],
  [['--json', '--to', '+275760-09-13T00:00:00Z']],
  [['--json', '--to', '']],
  [['--without-actor', 'a', '--without-batch', 'b']],
  [['--without-actor', '']],
  [['--without-actor']],
  [['--model', 'nothing', '--json']],
  [['--to', '1']],
])('prints the usage after %j', async (args) => {
  expect(await run(...args)).toMatchObject({ code: 2, printed: [] });
});
