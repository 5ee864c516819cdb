import { build } from 'vite';
import { expect, it } from 'vitest';

import { serverBuild } from '../../scripts/server-build.mjs';

it("V8 keeps each file of the server's build with one byte for a character, and no package that has to stay outside", async () => {
  const settings = serverBuild();
  const built = await build({ ...settings, build: { ...settings.build, write: false, sourcemap: false } });
  const chunks = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const code = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk] : []));
  expect(code.map(({ name }) => name)).toEqual(expect.arrayContaining(['start', 'projector', 'writer']));
  expect(code.filter((chunk) => /[^\0-\xff]/.test(chunk.code)).map(({ fileName }) => fileName)).toEqual([]);
  const packages = new Set(code.flatMap(({ moduleIds }) => moduleIds).flatMap((id) => packageOf(id) ?? []));
  expect([...packages]).toEqual(expect.arrayContaining(['koa', 'zod', 'socket.io']));
  for (const outside of ['sharp', 'pino', 'mongodb', 'mime-db', '@node-rs/argon2'])
    expect([...packages]).not.toContain(outside);
});

const packageOf = (id: string): string | undefined => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
