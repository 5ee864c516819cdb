import type { Location } from '#contracts/location/views';
import { limits } from '#contracts/shared/limits';
import type { Coordinates } from '#contracts/shared/coordinates';

import { directionText, distanceText } from '../../lib/distance.ts';
import { late } from '../../lib/late.ts';
import { ShowMap } from '../../ui/map/show-map.tsx';
import { useListLocationsQuery } from '../../features/location/api.ts';
import { useLocationLink } from '../../features/location/location-link.ts';
import { useListNearQuery } from '../../features/location/map-api.ts';
import { PlaceRows } from '../parts/place-rows.tsx';

const PlaceMap = late(() => import('./place-map.tsx').then((m) => m.PlaceMap));

/** The number of other places listed. */
const most = 5;

/** The places near a place, or similar ones in its city if its position is unknown; and its map. */
export function Surroundings({ place }: { readonly place: Location }) {
  const { coordinates } = place;
  if (coordinates === null) return <MoreInCity place={place} />;
  return (
    <section className="flex flex-col gap-4">
      <Nearby place={place} from={coordinates} />
      <ShowMap className="printed-map print:hidden">
        <PlaceMap place={place} at={coordinates} />
      </ShowMap>
    </section>
  );
}

function Nearby({ place, from }: { readonly place: Location; readonly from: Coordinates }) {
  const { data } = useListNearQuery({ near: from, within: limits.withinMost, limit: most + 1 });
  const text = ({ distance = 0, coordinates }: Location) =>
    coordinates === null || distance === 0
      ? 'Here, too'
      : `${distanceText(distance)} ${directionText(from, coordinates)}`;
  return <Others title="Nearby" places={data?.items} place={place} text={text} />;
}

function MoreInCity({ place }: { readonly place: Location }) {
  const { cityId, cityName, category } = place;
  const { data } = useListLocationsQuery({ city: cityId, category, limit: most + 1 });
  return <Others title={`More in ${cityName}`} places={data?.items} place={place} />;
}

interface OthersProps {
  readonly title: string;
  readonly places: readonly Location[] | undefined;
  /** The id of the place itself, which is left out of the list. */
  readonly place: Location;
  readonly text?: (place: Location) => string;
}

function Others({ title, places = [], place, text }: OthersProps) {
  const linkTo = useLocationLink();
  const others = places.filter(({ id }) => id !== place.id).slice(0, most);
  if (others.length === 0) return null;
  return (
    <section>
      <h3 className="mb-3 text-xl wrap-anywhere">{title}</h3>
      <PlaceRows
        rows={others.map((other) => ({
          id: other.id,
          link: linkTo(other.id),
          name: other.name,
          text: text?.(other),
        }))}
      />
    </section>
  );
}
