import { execFileSync } from 'node:child_process';
import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { folderOfTest } from '../../../test/harness/folders.ts';
import { openSqlite } from '../../sqlite/connection.mjs';
import type { Sqlite } from '../../sqlite/types.ts';
import { parseEvent } from '#contracts/events';

import { chainOf, chainStart } from '../chain.ts';
import { inspectFile, openLogFile, renewFileId } from './file.ts';
import { openEmbeddedLog } from './event-log.ts';
import { anEvent, collect, rejection, someEvents } from '../event-log.contract.ts';
import { LogMissing } from '../port.ts';

/** A file that the first release wrote: an event of every type, and no hashes. */
const firstRelease = fileURLToPath(new URL('../../../test/releases/0.1.0/events.db', import.meta.url));
const eventsInIt = 49;

async function newFile(copyOf?: string): Promise<string> {
  const file = path.join(folderOfTest(), 'events.db');
  if (copyOf !== undefined) await copyFile(copyOf, file);
  return file;
}

function inFile<T>(file: string, work: (database: Sqlite) => T): T {
  using database = openSqlite(file);
  return work(database);
}
const hashesIn = (file: string) =>
  inFile(file, (database) => database.rows('SELECT hash FROM event ORDER BY position').flat());

describe('a file of the first release', () => {
  it('opens, and every event has its hash', async () => {
    const file = await newFile(firstRelease);
    await using log = await openEmbeddedLog({ path: file });
    const events = (await collect(log.readAll())).map(parseEvent);
    expect(events).toHaveLength(eventsInIt);
    const links = await collect(log.links(chainStart));
    expect(links.map(({ stored }) => stored)).toEqual(links.map(({ hash }) => hash));
    expect(links.map(({ hash }) => hash)).toEqual(
      (await collect(chainOf(log.readAll()))).map(({ hash }) => hash),
    );
    await log.append('city-a', 'none', someEvents(2));
    expect((await collect(log.links(chainStart))).every(({ hash, stored }) => hash === stored)).toBe(true);
  });

  it('gets its hashes only once: an event that is changed later keeps its hash', async () => {
    const file = await newFile(firstRelease);
    await (await openEmbeddedLog({ path: file }))[Symbol.asyncDispose]();
    const before = hashesIn(file);
    inFile(file, (database) =>
      database.exec(`UPDATE event SET data = replace(data, 'Rome', 'Roma') WHERE position = 4`),
    );
    await (await openEmbeddedLog({ path: file }))[Symbol.asyncDispose]();
    expect(hashesIn(file)).toEqual(before);
  });

  it('gets its remaining hashes at the next opening if the first was killed', async () => {
    const whole = await newFile(firstRelease);
    inFile(whole, multiply);
    const broken = await newFile(whole);
    openLogFile(whole).sqlite.close();
    // As after the first of two transactions.
    openLogFile(broken).sqlite.close();
    inFile(broken, (database) => database.exec('UPDATE event SET hash = NULL WHERE position > 2000'));
    openLogFile(broken).sqlite.close();
    expect(hashesIn(broken)).toEqual(hashesIn(whole));
    expect(hashesIn(broken)).toHaveLength(100 * eventsInIt);
  });

  it('also gets hashes for events that a process of the first release appends meanwhile', async () => {
    const file = await newFile(firstRelease);
    await using log = await openEmbeddedLog({ path: file });
    inFile(file, (database) =>
      database.exec(
        `INSERT INTO event (stream, revision, id, type, data, metadata)
         SELECT 'copy', 0, 'an id', type, data, metadata FROM event WHERE position = 1`,
      ),
    );
    await log.append('city-a', 'none', [anEvent()]);
    const links = await collect(log.links(chainStart));
    expect(links).toHaveLength(eventsInIt + 2);
    expect(links.every(({ hash, stored }) => hash === stored)).toBe(true);
  });
});

/** Makes a hundred copies of each event. */
function multiply(database: Sqlite): void {
  const insert = `INSERT INTO event (stream, revision, id, type, data, metadata)
     SELECT stream || ?1, revision, id || ?1, type, data, metadata FROM event WHERE position <= ?2 ORDER BY position`;
  database.transaction(() => {
    for (let copy = 1; copy < 100; copy += 1) database.run(insert, [`-${copy}`, eventsInIt]);
  });
}

describe('the hashes', () => {
  it('can be computed by other tools, as docs/how-it-works.md explains', async () => {
    const file = await newFile();
    await using log = await openEmbeddedLog({ path: file });
    await log.append('city-ü', 'none', [anEvent('Łódź'), anEvent('x'.repeat(1000))]);
    inFile(file, (database) => {
      let before = '';
      for (const row of database.rows(
        'SELECT stream, revision, id, type, data, metadata, hash FROM event ORDER BY position',
      )) {
        const [hash, ...fields] = [...row].reverse();
        const text = [before, ...fields.reverse().map(String)]
          .map((field) => `${Buffer.byteLength(field)}:${field},`)
          .join('');
        before = execFileSync('sha256sum', { input: text }).toString().slice(0, 64);
        expect(before).toBe(hash);
      }
    });
  });

  it.each([
    [
      'a changed event',
      "UPDATE event SET metadata = replace(metadata, 'system', 'sistem') WHERE position = 3",
      3n,
    ],
    ['a changed stream', "UPDATE event SET stream = 'city-z', revision = 9 WHERE position = 3", 3n],
    ['a missing event', 'DELETE FROM event WHERE position = 3', 4n],
    ['a missing hash', 'UPDATE event SET hash = NULL WHERE position = 3', 3n],
  ])('show %s', async (_, sql, position) => {
    const file = await newFile();
    await using log = await openEmbeddedLog({ path: file });
    await log.append('city-a', 'none', someEvents(6));
    inFile(file, (database) => database.exec(sql));
    const bad = (await collect(log.links(chainStart))).filter(({ hash, stored }) => hash !== stored);
    expect(bad.map((link) => link.position)).toEqual([position]);
  });
});

describe('inspecting a file', () => {
  it('returns its id and end, and leaves the WAL unchanged', async () => {
    const file = await newFile();
    expect(inspectFile(file)).toBeUndefined();
    await using log = await openEmbeddedLog({ path: file });
    await log.append('city-a', 'none', someEvents(3));
    const copy = await newFile(file);
    await copyFile(`${file}-wal`, `${copy}-wal`);
    const before = await stat(`${copy}-wal`);
    expect(before.size).toBeGreaterThan(0);
    expect(inspectFile(copy)).toEqual({ id: log.id, end: 3n });
    expect((await stat(`${copy}-wal`)).size).toBe(before.size);
  });

  it('creates nothing where there is no log, nor does opening with null as id', async () => {
    const file = await newFile();
    expect(inspectFile(file)).toBeUndefined();
    const error = await rejection(openEmbeddedLog({ path: file, newId: null }));
    expect(error).toBeInstanceOf(LogMissing);
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('finds the id that a new log was given, and a different one after it was renewed', async () => {
    const file = await newFile();
    const newId = '6f9d7c1e-0000-4000-8000-000000000000';
    await (await openEmbeddedLog({ path: file, newId }))[Symbol.asyncDispose]();
    expect(inspectFile(file)?.id).toBe(newId);
    renewFileId(file);
    expect(inspectFile(file)?.id).not.toBe(newId);
  });
});

it('only the owner can access the files of a log, even those from an earlier release', async () => {
  const earlier = await newFile(firstRelease);
  const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);
  await using log = await openEmbeddedLog({ path: earlier });
  await log.append('city-a', 'none', someEvents(1));
  const fresh = path.join(folderOfTest(), 'new', 'events.db');
  await using made = await openEmbeddedLog({ path: fresh });
  await made.append('city-a', 'none', someEvents(1));
  for (const file of [earlier, fresh]) {
    for (const each of [file, `${file}-wal`, `${file}-shm`]) expect(await modeOf(each), each).toBe('600');
  }
  expect(await modeOf(path.dirname(fresh))).toBe('700');
});
