import { renditionWidths } from '#contracts/limits';
import type { Picture } from '#contracts/views/location';
import type { PhotoSummary } from '#projections/read-store/index';

/** Narrowest that still looks well on a card of a list. */
const thumbnailWidth = 480;

const renditionPath = (photoId: string, width: number): string => `/photos/${photoId}/${width}.webp`;

/** How a photo is shown. Its renditions rise in width. */
export function toPicture({ id, width, height, placeholder, renditions }: PhotoSummary): Picture {
  const largest = renditions.at(-1) ?? width;
  const thumbnail = renditions.find((candidate) => candidate >= thumbnailWidth) ?? largest;
  return {
    id,
    url: renditionPath(id, largest),
    thumbnailUrl: renditionPath(id, thumbnail),
    srcset: renditions.map((each) => `${renditionPath(id, each)} ${each}w`).join(', '),
    width,
    height,
    placeholder,
  };
}

/** Widths of a picture that this app serves itself, up to the one that its address names; null for any other. */
export function srcsetOf(imageUrl: string): string | null {
  const own = /^(\/(?:pictures|photos)\/[\w-]+)\/(\d+)\.webp$/.exec(imageUrl);
  if (own === null) return null;
  const [, folder = '', widest = ''] = own;
  const widths = new Set([...renditionWidths.filter((width) => width < Number(widest)), Number(widest)]);
  return [...widths].map((width) => `${folder}/${width}.webp ${width}w`).join(', ');
}
