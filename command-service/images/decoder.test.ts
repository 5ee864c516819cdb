import sharp from 'sharp';
import { expect, it } from 'vitest';

import { Refusal } from '#contracts/errors';

import { createRenderer, type Renderer } from './render.ts';
import { redAboveBlue } from './test-pictures.ts';

const small = () => redAboveBlue(60, 40).png().toBuffer();

/** 20 megapixels in a few bytes; decoding takes more than 100 MB. */
const costly = () =>
  sharp({ create: { width: 5000, height: 4000, channels: 3, background: '#336699' } })
    .gif({ effort: 1 })
    .toBuffer();

const refusalOf = async (renderer: Renderer, bytes: Buffer): Promise<Refusal> => {
  const error: unknown = await renderer.render(bytes).catch((reason: unknown) => reason);
  if (error instanceof Refusal) return error;
  throw new Error('It was not refused', { cause: error });
};

it('a picture that takes too much memory is refused, and those waiting behind it are accepted', async () => {
  await using renderer = createRenderer({ memoryMost: 130_000_000 });
  const refused = refusalOf(renderer, await costly());
  const taken = await Promise.all([renderer.render(await small()), renderer.render(await small())]);
  expect((await refused).code).toBe('not-an-image');
  expect(taken.map(({ width }) => width)).toEqual([60, 60]);
});

it('a picture that takes too long is refused for now, and the next has the same time', async () => {
  await using renderer = createRenderer({ timeMost: 1 });
  const bytes = await small();
  for (const _ of [1, 2]) {
    const { code, details } = await refusalOf(renderer, bytes);
    expect(code).toBe('unavailable');
    expect(details.retryAfter).toBeGreaterThan(0);
  }
});

it('an idle process ends, and the next picture gets a new one', async () => {
  await using renderer = createRenderer({ idleMost: 1 });
  const bytes = await small();
  for (const _ of [1, 2, 3]) expect((await renderer.render(bytes)).width).toBe(60);
});
