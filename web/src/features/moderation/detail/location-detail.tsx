import type { Location } from '#contracts/location/views';

import { Button } from '../../../ui/button.tsx';
import { useGetCityQuery } from '../../city/api.ts';
import { useGetLocationQuery } from '../../location/api.ts';
import { Fact, Facts, FieldFacts, Note, DetailLoading } from '../desk/parts.tsx';
import type { DetailProps } from './detail-parts.tsx';
import { PlacePhotos, DetailPicture } from './place-picture.tsx';

export function LocationDetail({ item, review }: DetailProps) {
  const { data: location, isError } = useGetLocationQuery(item.entityId);
  if (location === undefined) return <DetailLoading failed={isError} />;
  return (
    <>
      {item.flags.includes('city-waits') && (
        <Note>
          <p>
            Its city, <b>{item.cityName}</b>, waits too: a place can be approved once its city is.
          </p>
          <Button size="small" className="mt-2" onClick={() => review.approve([item], 'detail')}>
            Approve both
          </Button>
        </Note>
      )}
      <LocationFacts location={location} />
      {item.flags.includes('city-waits') && item.cityId !== null && (
        <details className="mt-4">
          <summary className="cursor-pointer text-sm font-semibold text-accent">Look at the city</summary>
          <div className="mt-3">
            <CityDetail id={item.cityId} />
          </div>
        </details>
      )}
    </>
  );
}

/** A place's photos and fields; its name and city are in the row and in the detail's title. */
function LocationFacts({ location }: { readonly location: Location }) {
  return (
    <>
      <PlacePhotos location={location} />
      <Facts>
        <Fact label="City">
          {location.cityName}, {location.country}
        </Fact>
        <Fact label="Photos">{location.photoCount}</Fact>
        <FieldFacts of="location" view={location} except={['name', 'cityId']} />
      </Facts>
    </>
  );
}

export function PlaceDetail({ id }: { readonly id: string }) {
  const { data, isError } = useGetLocationQuery(id);
  return data === undefined ? <DetailLoading failed={isError} /> : <LocationFacts location={data} />;
}

/** A city's picture and fields; its name is in the row and in the detail's title. */
export function CityDetail({ id }: { readonly id: string }) {
  const { data: city, isError } = useGetCityQuery(id);
  if (city === undefined) return <DetailLoading failed={isError} />;
  return (
    <>
      <DetailPicture src={city.imageUrl} srcSet={city.imageSrcset} alt={`Picture of ${city.name}`} />
      <Facts>
        <FieldFacts of="city" view={city} except={['name', 'imageUrl']} />
        <Fact label="Locations">{city.locationCount}</Fact>
        <Fact label="Image">
          <a
            href={city.imageUrl}
            target="_blank"
            rel="noreferrer"
            className="block truncate text-accent underline-offset-2 hover:underline"
          >
            {city.imageUrl}
          </a>
        </Fact>
      </Facts>
    </>
  );
}
