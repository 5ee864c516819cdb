import { Refusal } from '#contracts/shared/errors';
import { brand } from '#contracts/shared/texts';
import type { CityDocument } from '#contracts/read-models';
import type { ScreenAt } from '#contracts/screens';
import type { Viewer } from '#contracts/shared/parse';

import { locationViews } from '../location/location-views.ts';
import { visibleLocation } from '../location/locations.ts';
import type { QueryContext } from '../query-context.ts';
import { shownPicture } from '../shared/picture-view.ts';
import { escapeHtml } from '#contracts/shared/escape-html';
import { isCitySeenBy } from '#contracts/shared/shown';
import { isUuid } from '#contracts/shared/uuid';

/** The title, description and picture of a page, for search engines and for the previews of messages. */
export interface Preview {
  readonly title: string;
  readonly description: string;
  /** The picture's address, or its path on this server; null without a photo. */
  readonly image: string | null;
}

/** Characters; previews shorten longer texts. */
const descriptionMost = 200;

/**
 * The preview of a city's or location's screen, as a visitor sees it; null for every other screen.
 * @throws StoreUnavailable
 */
export async function previewOf(context: QueryContext, { name, ...at }: ScreenAt): Promise<Preview | null> {
  const id = at.id.toLowerCase();
  if ((name !== 'city' && name !== 'location') || !isUuid(id)) return null;
  try {
    return await (name === 'city' ? ofCity(context, id) : ofLocation(context, id));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'location-not-found') return null;
    throw error;
  }
}

/**
 * Whether this person may see the city or location of a screen; true for every other screen.
 * @throws StoreUnavailable
 */
export async function isThereFor(
  context: QueryContext,
  { name, ...at }: ScreenAt,
  viewer: Viewer,
): Promise<boolean> {
  const id = at.id.toLowerCase();
  if (name !== 'city' && name !== 'location') return true;
  if (!isUuid(id)) return false;
  if (name === 'city') {
    const city = await context.models.places.reader.get<CityDocument>('cities', id);
    return city !== undefined && isCitySeenBy(city, viewer);
  }
  try {
    await visibleLocation(context, id, viewer);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'location-not-found') return false;
    throw error;
  }
}

async function ofCity(context: QueryContext, id: string): Promise<Preview | null> {
  const city = await context.models.places.reader.get<CityDocument>('cities', id);
  if (city === undefined || !isCitySeenBy(city, null)) return null;
  const place = `${city.name}, ${city.country}`;
  return {
    title: `${place} · ${brand.name}`,
    description: `Photogenic places in ${place}, from people who stood there with a camera, and the hour they waited for.`,
    image: shownPicture(context, city.imageUrl),
  };
}

async function ofLocation(context: QueryContext, id: string): Promise<Preview | null> {
  const [location] = await locationViews(
    context,
    [(await visibleLocation(context, id, null)).location],
    null,
  );
  if (location === undefined) return null;
  return {
    title: `${location.name}, ${location.cityName} · ${brand.name}`,
    description: shortened(location.description),
    image: location.primaryPhotoUrl,
  };
}

/** The page with its own title and description replaced by this preview. `origin`: the public address. */
export function withPreview(
  html: string,
  { title, description, image }: Preview,
  { origin, path }: { readonly origin: string; readonly path: string },
): string {
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    ...Object.entries({
      title,
      description,
      url: origin + path,
      ...(image === null ? {} : { image: new URL(image, origin).href }),
    }).map(([name, content]) => `<meta property="og:${name}" content="${escapeHtml(content)}">`),
  ];
  return (
    html
      .replace(/<meta\s+name="description"[^>]*>/, '')
      // The tags go where the title was, near the top, because some readers read only the first 32 kB.
      .replace(/<title>[^<]*<\/title>/, () => tags.join(''))
  );
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= descriptionMost) return line;
  return `${line.slice(0, descriptionMost).replace(/\s\S*$/, '')}…`;
}
