import { streamOf } from '#contracts/events/index';

import { cityDecider, type CityState } from '../domain/city.ts';
import { locationDecider } from '../domain/location-decider.ts';
import type { LocationState } from '../domain/location.ts';
import { photoDecider, type PhotoState } from '../domain/photo.ts';
import type { FoldedStreams } from '../folded-streams.ts';

/** Loads parent streams: their states are facts that decisions about their children need. */
export const loadCity = async (streams: FoldedStreams, id: string): Promise<CityState> =>
  (await streams.load(cityDecider, streamOf.city(id))).state;

export const loadPhoto = async (streams: FoldedStreams, id: string): Promise<PhotoState> =>
  (await streams.load(photoDecider, streamOf.photo(id))).state;

export async function loadLocation(
  streams: FoldedStreams,
  id: string,
): Promise<{ readonly location: LocationState; readonly city: CityState }> {
  const { state: location } = await streams.load(locationDecider, streamOf.location(id));
  return { location, city: location && (await loadCity(streams, location.fields.cityId)) };
}
