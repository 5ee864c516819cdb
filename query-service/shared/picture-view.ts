import { renditionWidths } from '#contracts/shared/limits';
import { isForeignPicture } from '#contracts/photo/own-pictures';
import type { About } from '#contracts/shared/about';
import type { Picture } from '#contracts/location/views';
import type { PhotoSummary } from '#contracts/read-models';

/** The narrowest width, in pixels, that looks good on a card of a list. */
const thumbnailWidth = 480;

const renditionPath = (photoId: string, width: number): string => `/photos/${photoId}/${width}.webp`;

/** The view of a photo's picture. The photo's renditions must be sorted by increasing width. */
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

/** The URL of a city's picture; null for a picture on another site if such pictures are not shown. */
export const shownPicture = (
  { about, publicOrigin }: { readonly about: About; readonly publicOrigin: string },
  imageUrl: string,
): string | null => (about.foreignPictures || !isForeignPicture(imageUrl, publicOrigin) ? imageUrl : null);

/** The srcset of a picture that this app serves itself, up to the width in its path; null for any other picture. */
export function srcsetOf(imageUrl: string): string | null {
  const own = /^(\/(?:pictures|photos)\/[\w-]+)\/(\d+)\.webp$/.exec(imageUrl);
  if (own === null) return null;
  const [, folder = '', widest = ''] = own;
  const widths = new Set([...renditionWidths.filter((width) => width < Number(widest)), Number(widest)]);
  return [...widths].map((width) => `${folder}/${width}.webp ${width}w`).join(', ');
}
