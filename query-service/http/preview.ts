import { Refusal } from '#contracts/errors';
import { brand } from '#contracts/texts';
import type { CityDocument } from '#projections/read-store/index';

import { locationViews } from '../questions/location-views.ts';
import { visibleLocation } from '../questions/locations.ts';
import type { Reads } from '../reads.ts';
import { maySeeCity } from '../visibility.ts';

/** What a link to a page shows to those who do not run it: search engines, and the previews of messages. */
export interface Preview {
  readonly title: string;
  readonly description: string;
  /** Its address, or its path here; null without a photo. */
  readonly image: string | null;
}

const entityAt = /^\/(city|location)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
/** Characters; previews cut what is longer. */
const descriptionMost = 200;

/** Of the city or location at that path, as any visitor may see it; null for every other path. @throws StoreUnavailable */
export async function previewAt(reads: Reads, path: string): Promise<Preview | null> {
  const [, kind, id = ''] = entityAt.exec(path) ?? [];
  if (kind === undefined) return null;
  try {
    return await (kind === 'city' ? ofCity(reads, id) : ofLocation(reads, id));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'location-not-found') return null;
    throw error;
  }
}

async function ofCity({ models }: Reads, id: string): Promise<Preview | null> {
  const city = await models.places.reader.get<CityDocument>('cities', id);
  if (city === undefined || !maySeeCity(city, null)) return null;
  const place = `${city.name}, ${city.country}`;
  return {
    title: `${place} · ${brand.name}`,
    description: `Photogenic places in ${place}, from people who stood there with a camera, and the hour they waited for.`,
    image: city.imageUrl,
  };
}

async function ofLocation(reads: Reads, id: string): Promise<Preview | null> {
  const [location] = await locationViews(reads, [await visibleLocation(reads, id, null)], null);
  if (location === undefined) return null;
  return {
    title: `${location.name}, ${location.cityName} · ${brand.name}`,
    description: shortened(location.description),
    image: location.primaryPhotoUrl,
  };
}

/** The page with this preview in its head, in place of its own title and description. `origin`: where it is. */
export function withPreview(
  html: string,
  { title, description, image }: Preview,
  { origin, path }: { readonly origin: string; readonly path: string },
): string {
  const tags = [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    ...Object.entries({
      title,
      description,
      url: origin + path,
      ...(image === null ? {} : { image: new URL(image, origin).href }),
    }).map(([name, content]) => `<meta property="og:${name}" content="${escaped(content)}">`),
  ];
  return (
    html
      .replace(/<meta\s+name="description"[^>]*>/, '')
      // Where the title stood: some read no further than the first 32 kB.
      .replace(/<title>[^<]*<\/title>/, () => tags.join(''))
  );
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= descriptionMost) return line;
  return `${line.slice(0, descriptionMost).replace(/\s\S*$/, '')}…`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');
