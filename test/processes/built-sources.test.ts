import path from 'node:path';

import { build, type Rollup } from 'vite';
import { expect, it } from 'vitest';

import { root, serverBuild } from '../../scripts/server-build.mjs';

/** Everything that `npm run build` puts into dist/ for the server, built again in memory. */
const settings = serverBuild();
const built = await build({ ...settings, build: { ...settings.build, write: false, sourcemap: false } });
const chunks = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
const code = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk] : []));

/** The chunks that these entries load, directly or indirectly. */
function loadedBy(entries: readonly Rollup.OutputChunk[]): readonly Rollup.OutputChunk[] {
  const loaded = new Set(entries);
  for (const { imports, dynamicImports } of loaded) {
    for (const chunk of code) if ([...imports, ...dynamicImports].includes(chunk.fileName)) loaded.add(chunk);
  }
  return [...loaded];
}
const packageOf = (id: string): string | undefined => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];

it("each file of the server's build has one byte per character, and no package that must stay outside", () => {
  expect(code.map(({ name }) => name)).toEqual(expect.arrayContaining(['start', 'projector', 'writer']));
  expect(code.filter((chunk) => /[^\0-\xff]/.test(chunk.code)).map(({ fileName }) => fileName)).toEqual([]);
  const packages = new Set(code.flatMap(({ moduleIds }) => moduleIds).flatMap((id) => packageOf(id) ?? []));
  expect([...packages]).toEqual(expect.arrayContaining(['koa', 'zod', 'socket.io']));
  for (const outside of ['sharp', 'pino', 'mongodb', 'mime-db', '@node-rs/argon2'])
    expect([...packages]).not.toContain(outside);
});

it('the product loads neither the fake providers nor their library', () => {
  // The bench measures writing to the tests' own MongoDB server.
  const loaded = loadedBy(code.filter(({ isEntry, name }) => isEntry && name !== 'bench'));
  const sources = loaded.flatMap(({ moduleIds }) => moduleIds).map((id) => path.relative(root, id));
  expect(sources).toEqual(
    expect.arrayContaining(['apps/all-in-one/main.ts', 'command-service/account/provider-sign-in.ts']),
  );
  expect(sources.filter((source) => source.startsWith('test/'))).toEqual([]);
  const packages = loaded.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  expect(packages).toContain('openid-client');
  expect(packages).not.toContain('oidc-provider');
});
