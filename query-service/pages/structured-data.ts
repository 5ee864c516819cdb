import type { PublicPerson } from '#contracts/account/views';
import type { City } from '#contracts/city/views';
import type { Location } from '#contracts/location/views';
import type { Photo } from '#contracts/photo/views';
import { pathOf } from '#contracts/screens';
import type { About } from '#contracts/shared/about';
import type { Coordinates } from '#contracts/shared/coordinates';
import { brand } from '#contracts/shared/texts';

// The subjects of pages, for search engines, in the vocabulary of schema.org.

/** The guide and its search. */
export const siteData = (origin: string) => ({
  '@type': 'WebSite',
  name: brand.name,
  description: brand.tagline,
  url: `${origin}/`,
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}/?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
});

interface PlaceContext {
  readonly origin: string;
  readonly about: Pick<About, 'photoLicence'>;
  /** A short text. */
  readonly description: string;
}

/** A place with its photos. */
export function placeData(
  { origin, about, description }: PlaceContext,
  location: Location,
  photos: readonly Photo[],
) {
  return {
    '@type': 'TouristAttraction',
    name: location.name,
    description,
    url: origin + pathOf('location', location.id),
    ...(location.address === null ? {} : { address: location.address }),
    ...geoOf(location),
    containedInPlace: cityData(origin, {
      id: location.cityId,
      name: location.cityName,
      country: location.country,
    }),
    ...(location.ratingCount === 0
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: location.rating,
            ratingCount: location.ratingCount,
            bestRating: 5,
            worstRating: 1,
          },
        }),
    image: photos.map((photo) => ({
      '@type': 'ImageObject',
      contentUrl: origin + photo.url,
      thumbnailUrl: origin + photo.thumbnailUrl,
      ...(photo.caption === null ? {} : { caption: photo.caption }),
      creditText: photo.credit?.name ?? brand.name,
      license: about.photoLicence.url ?? about.photoLicence.name,
      acquireLicensePage: `${origin}/terms`,
    })),
  };
}

/** Its point, if known. */
const geoOf = ({ coordinates }: { readonly coordinates?: Coordinates | null }) =>
  coordinates === undefined || coordinates === null
    ? {}
    : {
        geo: {
          '@type': 'GeoCoordinates',
          latitude: coordinates.latitude,
          longitude: coordinates.longitude,
        },
      };

type DescribedCity = Pick<City, 'id' | 'name' | 'country'> & Partial<Pick<City, 'coordinates'>>;

/** A city, as a place of its own or as the container of a place. */
export const cityData = (origin: string, { id, name, country, ...rest }: DescribedCity) => ({
  '@type': 'City',
  name,
  url: origin + pathOf('city', id),
  ...geoOf(rest),
  ...(country === '' ? {} : { containedInPlace: { '@type': 'Country', name: country } }),
});

/** The page of a person. */
export const personData = (origin: string, { id, name, since }: PublicPerson) => ({
  '@type': 'ProfilePage',
  url: origin + pathOf('contributor', id),
  dateCreated: since,
  mainEntity: { '@type': 'Person', name, url: origin + pathOf('contributor', id) },
});

/** The path from home to a page. */
export const breadcrumbs = (origin: string, steps: ReadonlyArray<readonly [name: string, path: string]>) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [[brand.name, '/'] as const, ...steps].map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: { '@type': 'WebPage', '@id': origin + path, name },
  })),
});
