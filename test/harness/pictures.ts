import sharp from 'sharp';

const made = new Map<number, Promise<string>>();

/** A small picture as a data URL, different for each number. */
export function pictureOf(number: number): Promise<string> {
  const known = made.get(number);
  if (known !== undefined) return known;
  const background = { r: number % 256, g: Math.floor(number / 256) % 256, b: 120 };
  const drawn = sharp({ create: { width: 32, height: 24, channels: 3, background } })
    .png()
    .toBuffer()
    .then((bytes) => `data:image/png;base64,${bytes.toString('base64')}`);
  made.set(number, drawn);
  return drawn;
}
