import sharp from 'sharp';
import { expect, it } from 'vitest';

import { Refusal } from '#contracts/shared/errors';

import { createRenderer, type Renderer } from './render.ts';
import { selfPointing, withExif } from './test-exif.ts';
import { claimSize, redAboveBlue } from './test-pictures.ts';

const small = () => redAboveBlue(60, 40).png().toBuffer();

/** 20 megapixels in a few bytes; decoding takes more than 100 MB. */
const costly = () =>
  sharp({ create: { width: 5000, height: 4000, channels: 3, background: '#336699' } })
    .gif({ effort: 1 })
    .toBuffer();

/** 800 bytes that claim to be 50 megapixels of four full channels, and are decoded as such. */
async function slow(): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c83c32' } })
    .toColourspace('cmyk')
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return claimSize(jpeg, '\xff\xc2', 5, Buffer.from([0x13, 0x88, 0x27, 0x10]));
}

const refusalOf = async (renderer: Renderer, bytes: Buffer): Promise<Refusal> => {
  const error: unknown = await renderer.render(bytes).catch((reason: unknown) => reason);
  if (error instanceof Refusal) return error;
  throw new Error('It was not refused', { cause: error });
};

it('refuses a picture that takes too much memory, and accepts those that wait behind it', async () => {
  await using renderer = createRenderer({ memoryMost: 130_000_000 });
  const refused = refusalOf(renderer, await costly());
  const taken = await Promise.all([renderer.render(await small()), renderer.render(await small())]);
  expect((await refused).code).toBe('not-an-image');
  expect(taken.map(({ width }) => width)).toEqual([60, 60]);
});

it('refuses and charges a picture that takes too much processor time, and decodes the next one', async () => {
  await using renderer = createRenderer({ timeMost: 250 });
  const spent: number[] = [];
  const onSpent = (milliseconds: number) => void spent.push(milliseconds);
  const [costs, next] = [renderer.render(await slow(), onSpent), renderer.render(await small(), onSpent)];
  await expect(costs).rejects.toMatchObject({ code: 'not-an-image' });
  expect((await next).width).toBe(60);
  expect(spent[0]).toBe(250);
  expect(spent[1]).toBeGreaterThan(0);
});

it('reads metadata fast that would take the image library seconds', async () => {
  await using renderer = createRenderer({ timeMost: 2000 });
  const jpeg = withExif(await redAboveBlue(60, 40).jpeg().toBuffer(), selfPointing(5400));
  expect((await renderer.render(jpeg)).width).toBe(60);
});

it('refuses a picture that waits too long for the machine, for now, and gives the next one the same time', async () => {
  await using renderer = createRenderer({ waitMost: 1 });
  const bytes = await small();
  for (const _ of [1, 2]) {
    const { code, details } = await refusalOf(renderer, bytes);
    expect(code).toBe('unavailable');
    expect(details.retryAfter).toBeGreaterThan(0);
  }
});

it('ends an idle process, and starts a new one for the next picture', async () => {
  await using renderer = createRenderer({ idleMost: 1 });
  const bytes = await small();
  for (const _ of [1, 2, 3]) expect((await renderer.render(bytes)).width).toBe(60);
});
