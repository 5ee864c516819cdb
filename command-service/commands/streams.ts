import { streamOf, type DomainEvent } from '#contracts/events/index';

import { cityDecider, type CityState } from '../domain/city.ts';
import { locationDecider } from '../domain/location-decider.ts';
import type { LocationState } from '../domain/location.ts';
import { photoDecider, type PhotoState } from '../domain/photo.ts';
import type { Seen } from '../domain/seen.ts';
import type { FoldedStreams, Folding, Loaded } from '../folded-streams.ts';
import type { CommandContext } from '../handle-command.ts';

/** Loads parent streams: their states are facts that decisions about their children need. */
export const loadCity = async (streams: FoldedStreams, id: string): Promise<CityState> =>
  (await streams.load(cityDecider, streamOf.city(id))).state;

export const loadPhoto = async (streams: FoldedStreams, id: string): Promise<PhotoState> =>
  (await streams.load(photoDecider, streamOf.photo(id))).state;

/** What the maker of a decision had seen of the loaded stream; undefined when they named no revision. */
export async function seenOf<State, Event extends DomainEvent>(
  streams: FoldedStreams,
  decider: Folding<State, Event>,
  stream: string,
  loaded: Loaded<State>,
  { seen }: CommandContext,
): Promise<Seen<State> | undefined> {
  if (seen === undefined) return undefined;
  const state = await streams.stateAt(decider, stream, loaded, BigInt(seen));
  return { state, current: loaded.revision === 'none' ? 0 : Number(loaded.revision) };
}

export async function loadLocation(
  streams: FoldedStreams,
  id: string,
): Promise<{ readonly location: LocationState; readonly city: CityState }> {
  const { state: location } = await streams.load(locationDecider, streamOf.location(id));
  return { location, city: location && (await loadCity(streams, location.fields.cityId)) };
}
