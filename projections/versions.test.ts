import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import { readModels as declarations } from '#contracts/read-models';

import { fingerprintOf, rulesOf } from '../scripts/read-model-versions.mjs';
import { readModels } from './read-models.ts';
import { folderOfFile } from '../test/harness/folders.ts';

const folder = folderOfFile();
beforeAll(async () => {
  await mkdir(join(folder, 'rules'));
});

const sources = {
  'rules/places.ts': `
    import { nameOf } from './names.ts';
    import type { Place } from './types.ts';
    export const places = { name: 'places', apply: (place: Place) => ({ ...place, name: nameOf(place) }) };
  `,
  'rules/names.ts': `
    import { limits } from '../limits.ts';
    export const nameOf = ({ name }: { name: string }) => name.slice(0, limits);
    export const unused = 1;
  `,
  'rules/types.ts': 'export interface Place { readonly name: string }',
  'limits.ts': 'export const limits = 60;',
};

/** The version of the rules of places after some of the files were changed. */
async function versionWith(changed: Partial<typeof sources> = {}): Promise<string> {
  for (const [file, text] of Object.entries({ ...sources, ...changed }))
    await writeFile(join(folder, file), text);
  return (await fingerprintOf('rules/places.ts', folder)).version;
}

test('a version changes with anything that a rule uses, however indirectly', async () => {
  const version = await versionWith();
  expect(version).toMatch(/^[0-9a-f]{16}$/);
  expect(await versionWith()).toBe(version);
  expect(await versionWith({ 'limits.ts': 'export const limits = 80;' })).not.toBe(version);
  const renamed = sources['rules/places.ts'].replace("'places'", "'spots'");
  expect(await versionWith({ 'rules/places.ts': renamed })).not.toBe(version);
});

test('a version does not change with comments, formatting, types or unused code', async () => {
  const version = await versionWith();
  const same = {
    'rules/places.ts': sources['rules/places.ts'].replaceAll('    ', '  ').replace('{ name:', '{\n name:'),
    'rules/names.ts': sources['rules/names.ts'].replace('unused = 1', 'unused = 2 // not used'),
    'rules/types.ts': 'export interface Place { readonly name: string; readonly country?: string }',
    'limits.ts': '/** Characters. */\nexport const limits = 60;\nexport const more = 61;',
  };
  expect(await versionWith(same)).toBe(version);
});

test('each read model has its own version, which follows from its rules', async () => {
  const versions = declarations.map(({ version }) => version);
  expect(new Set(versions).size).toBe(versions.length);
  const files = new Map(Object.entries(rulesOf));
  for (const { declaration } of readModels) {
    const found = await fingerprintOf(files.get(declaration.name) ?? '');
    expect(declaration.version).toBe(found.version);
  }
});
