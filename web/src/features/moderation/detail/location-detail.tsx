import { locationFields } from '#contracts/location/fields';
import type { Location } from '#contracts/location/views';
import { namesOf } from '#contracts/shared/entity-fields';

import { Button } from '../../../ui/button.tsx';
import { useGetLocationQuery } from '../../location/api.ts';
import { fieldLabel, Value } from '../../location/values.tsx';
import { Fact, Facts, Note, DetailLoading } from '../desk/parts.tsx';
import { CityDetail } from './city-detail.tsx';
import type { DetailProps } from './detail-parts.tsx';
import { PlacePhotos } from './place-picture.tsx';

/** Shown elsewhere: in the row and the detail's title. */
const shownApart: ReadonlySet<string> = new Set(['name', 'cityId']);

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

/** A place's photos and fields. */
export function LocationFacts({ location }: { readonly location: Location }) {
  return (
    <>
      <PlacePhotos location={location} />
      <Facts>
        <Fact label="City">
          {location.cityName}, {location.country}
        </Fact>
        <Fact label="Photos">{location.photoCount}</Fact>
        {namesOf(locationFields)
          .filter((field) => !shownApart.has(field))
          .map((field) => (
            <Fact key={field} label={fieldLabel(field)}>
              <Value field={field} value={location[field]} />
            </Fact>
          ))}
      </Facts>
    </>
  );
}
