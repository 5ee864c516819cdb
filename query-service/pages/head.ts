import type { About } from '#contracts/shared/about';
import { escapeHtml } from '#contracts/shared/escape-html';
import { pageParams, pathOf, screenAt, type ScreenAt, type ScreenName } from '#contracts/screens';
import type { City } from '#contracts/city/views';
import type { Location } from '#contracts/location/views';
import type { Photo, PhotoOfPerson } from '#contracts/photo/views';
import type { PublicPerson } from '#contracts/account/views';
import { brand } from '#contracts/shared/texts';

import { shownPicture, srcsetOf } from '../shared/picture-view.ts';
import { breadcrumbs, cityData, personData, placeData, siteData } from './structured-data.ts';

/** What the head of a page is made from: the same responses as the page itself. */
export interface HeadInput {
  /** The page's path. */
  readonly path: string;
  readonly params: URLSearchParams;
  /** The public address of this installation. */
  readonly origin: string;
  readonly about: About;
  readonly isFound: boolean;
  /** The page's own title, escaped for HTML. */
  readonly title: string;
  /** The response that the page was rendered from; undefined if the page requested none at that path. */
  readonly respond: (path: string) => unknown;
  /** The size of a picture on this server, by its path; undefined if there is none. */
  readonly sizeOf: (path: string) => Promise<PictureSize | undefined>;
}

interface Preview {
  /** The page's path as links write it, if it is known better than from the URL. */
  readonly path?: string;
  readonly description: string;
  readonly image: PreviewImage;
  readonly data: readonly object[];
}

interface PreviewImage {
  /** The URL, or the path on this server. */
  readonly url: string;
  readonly alt: string;
  /** Pixels, if known. */
  readonly size?: PictureSize | undefined;
}

/** In pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Characters; previews shorten longer texts. */
const descriptionMost = 200;
/** The width, in pixels, that previews show at most. */
const previewWidth = 1080;
const guidePicture: PreviewImage = {
  url: '/preview.jpg',
  alt: 'A sunset over hills and water, drawn',
  size: { width: 1200, height: 630 },
};
const guideDescription =
  'Photogenic places, city by city, from people who stood there with a camera, and the hour they waited for.';

/** Screens that differ for each person. */
const ownScreens: ReadonlySet<ScreenName> = new Set([
  'favorites',
  'submissions',
  'lists',
  'list',
  'sharedList',
]);

/** The tags of a page for search engines and previews. Nothing in them is personal. */
export async function headOf(input: HeadInput): Promise<string> {
  const { path, params, origin, title, isFound } = input;
  const screen = screenAt(path);
  const isOwn = screen !== null && ownScreens.has(screen.name);
  // With any of these parameters, a page is one of many views of the same content.
  const isListed = isFound && !isOwn && !pageParams.some((name) => name !== 'page' && params.has(name));
  const robots = isListed ? [] : ['<meta name="robots" content="noindex">'];
  if (!isFound || screen === null) return [`<title>${title}</title>`, ...robots].join('');
  const { description, image, data, path: itsPath = screen.path } = await previewOf(input, screen);
  const canonical = origin + itsPath + pageOf(params, screen.name);
  const meta = (name: string, content: string, key = 'property') =>
    `<meta ${key}="${name}" content="${escapeHtml(content)}">`;
  return [
    `<title>${title}</title>`,
    meta('description', description, 'name'),
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    ...robots,
    `<meta property="og:title" content="${title}">`,
    meta('og:description', description),
    meta('og:url', canonical),
    meta('og:image', new URL(image.url, origin).href),
    ...(image.size === undefined
      ? []
      : [
          meta('og:image:width', String(image.size.width)),
          meta('og:image:height', String(image.size.height)),
        ]),
    meta('og:image:alt', image.alt),
    ...data.map(
      (each) =>
        `<script type="application/ld+json">${inScript({ '@context': 'https://schema.org', ...each })}</script>`,
    ),
  ].join('');
}

/** JSON that is safe inside a script element. */
export const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The screens with lists, which have pages. */
const listScreens: ReadonlySet<ScreenName> = new Set(['home', 'city', 'contributor', 'map']);

/** The number of a list's page as a query, except for the first. */
function pageOf(params: URLSearchParams, screen: ScreenName): string {
  const page = params.get('page');
  return page === null || page === '1' || !listScreens.has(screen) ? '' : `?page=${page}`;
}

async function previewOf(input: HeadInput, { name, id }: ScreenAt): Promise<Preview> {
  // The casts: these are the responses of these paths.
  if (name === 'city') {
    const city = input.respond(`/api/cities/${id}`) as City | undefined;
    if (city !== undefined) return ofCity(input, city);
  }
  if (name === 'location') {
    const location = input.respond(`/api/locations/${id}`) as Location | undefined;
    const photos = (input.respond(`/api/locations/${id}/photos`) ?? []) as readonly Photo[];
    const city = location && (input.respond(`/api/cities/${location.cityId}`) as City | undefined);
    if (location !== undefined) return ofLocation(input, { location, photos, city });
  }
  if (name === 'contributor') {
    const person = input.respond(`/api/people/${id}`) as PublicPerson | undefined;
    const photos = (input.respond('/api/photos') ?? []) as readonly PhotoOfPerson[];
    if (person !== undefined) return ofPerson(input, person, photos);
  }
  return ofGuide(input, name);
}

function ofPerson({ origin }: HeadInput, person: PublicPerson, [first]: readonly PhotoOfPerson[]): Preview {
  return {
    path: pathOf('contributor', person.id),
    description: `${person.name} on ${brand.name}: photos and places, each with its hour.`,
    image: (first && photoPicture(first, first.locationName)) ?? guidePicture,
    data: [personData(origin, person)],
  };
}

/** The descriptions of pages that are not about one entity; the others use the guide's. */
const descriptions: Partial<Readonly<Record<ScreenName, string>>> = {
  map: 'Photogenic places on a map, and beside it as a list, by category, rating and the hour at which the light is best.',
  landing: `What ${brand.name} is: places that people chose for their light, in cities all over the world, with photos and ratings.`,
  privacy: `What ${brand.name} learns of those who visit it and of those who contribute, and what becomes of it.`,
  terms: `What holds for whoever uses ${brand.name}, and for the photos and texts that people share here.`,
};

function ofGuide({ origin }: HeadInput, screen: ScreenName): Preview {
  return {
    description: descriptions[screen] ?? guideDescription,
    image: guidePicture,
    data: screen === 'home' ? [siteData(origin)] : [],
  };
}

async function ofCity(input: HeadInput, city: City): Promise<Preview> {
  const { origin } = input;
  const place = `${city.name}, ${city.country}`;
  const image = (await cityPicture(input, city)) ?? guidePicture;
  return {
    description: `Photogenic places in ${place}, from people who stood there with a camera, and the hour they waited for.`,
    image,
    path: pathOf('city', city.id),
    data: [
      {
        ...cityData(origin, city),
        image: new URL(image.url, origin).href,
      },
      breadcrumbs(origin, [[city.name, pathOf('city', city.id)]]),
    ],
  };
}

interface PlaceInput {
  readonly location: Location;
  readonly photos: readonly Photo[];
  readonly city: City | undefined;
}

async function ofLocation(input: HeadInput, { location, photos, city }: PlaceInput): Promise<Preview> {
  const { origin, about } = input;
  const description = shortened(location.description);
  const [first] = photos;
  const image: PreviewImage =
    (first && photoPicture(first, location.name)) ??
    (city && (await cityPicture(input, city))) ??
    guidePicture;
  return {
    description,
    image,
    path: pathOf('location', location.id),
    data: [
      placeData({ origin, about, description }, location, photos),
      breadcrumbs(origin, [
        [location.cityName, pathOf('city', location.cityId)],
        [location.name, pathOf('location', location.id)],
      ]),
    ],
  };
}

/** The widest rendition up to the width of previews; otherwise the narrowest. */
function renditionIn(srcset: string): { readonly path: string; readonly width: number } | undefined {
  const renditions = srcset.split(', ').map((each) => {
    const [path = '', wide = ''] = each.split(' ');
    return { path, width: Number.parseInt(wide, 10) };
  });
  const fitting = renditions.findLast((each) => each.width <= previewWidth) ?? renditions[0];
  return fitting !== undefined && fitting.width > 0 ? fitting : undefined;
}

function photoPicture({ srcset, url, width, height, caption }: Photo, name: string): PreviewImage {
  const fitting = renditionIn(srcset);
  const alt = caption ?? name;
  if (fitting === undefined) return { url, alt, size: { width, height } };
  const shown = Math.min(fitting.width, width);
  return {
    url: fitting.path,
    alt,
    size: { width: shown, height: Math.round((height * shown) / width) },
  };
}

/** A city's picture; null if there is none, or if it is on another site and such pictures are not shown. */
async function cityPicture(
  { about, origin, sizeOf }: HeadInput,
  { imageUrl, name }: City,
): Promise<PreviewImage | null> {
  const url = shownPicture({ about, publicOrigin: origin }, imageUrl);
  if (url === null || url === '') return null;
  const own = renditionIn(srcsetOf(url) ?? '');
  const size = own && (await sizeOf(own.path));
  return size === undefined || own === undefined ? { url, alt: name } : { url: own.path, alt: name, size };
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= descriptionMost) return line;
  return `${line.slice(0, descriptionMost).replace(/\s\S*$/, '')}…`;
}
