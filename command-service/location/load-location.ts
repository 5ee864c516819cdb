import { streamOf } from '#contracts/events';

import type { CityState } from '../city/decider.ts';
import { locationDecider } from './decider.ts';
import type { LocationState } from './state.ts';
import type { FoldedStreams } from '#platform/commands/folded-streams';
import { loadCity } from '../city/load-city.ts';

/** The states of a location and its city are facts that decisions about the location's photos and opinions need. */
export async function loadLocation(
  streams: FoldedStreams,
  id: string,
): Promise<{ readonly location: LocationState; readonly city: CityState }> {
  const { state: location } = await streams.load(locationDecider, streamOf.location(id));
  return { location, city: location && (await loadCity(streams, location.fields.cityId)) };
}
