import { streamOf } from '#contracts/events/index';

import { cityDecider, type CityState } from '../domain/city.ts';
import { locationDecider } from '../domain/location-decider.ts';
import type { LocationState } from '../domain/location.ts';
import { photoDecider, type PhotoState } from '../domain/photo.ts';
import type { EventLog } from '../event-log/index.ts';
import { load } from '../handle-command.ts';

/** Parent streams, folded: the facts that decisions about their children need. */
export const loadCity = async (log: EventLog, id: string): Promise<CityState> =>
  (await load(log, cityDecider, streamOf.city(id))).state;

export const loadPhoto = async (log: EventLog, id: string): Promise<PhotoState> =>
  (await load(log, photoDecider, streamOf.photo(id))).state;

/** A location with the city that it is in. */
export async function loadLocation(
  log: EventLog,
  id: string,
): Promise<{ readonly location: LocationState; readonly city: CityState }> {
  const { state: location } = await load(log, locationDecider, streamOf.location(id));
  return { location, city: location && (await loadCity(log, location.fields.cityId)) };
}
