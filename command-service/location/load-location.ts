import { streamOf } from '#contracts/events';
import type { FoldedStreams } from '#platform/commands/folded-streams';

import { loadCity } from '../city/commands.ts';
import { locationDecider } from './decider.ts';
import { isMerged } from './merging.ts';
import type { Location, LocationState, PlacedLocation } from './state.ts';

/** The states of a location and its city are facts for decisions about the location's photos and opinions. */
export async function loadLocation(streams: FoldedStreams, id: string): Promise<PlacedLocation> {
  const placed = await loadWithCity(streams, id);
  const into = await placeOfMerged(streams, placed.location);
  return into === undefined
    ? placed
    : { ...placed, shownBy: { id: into, ...(await loadWithCity(streams, into)) } };
}

async function loadWithCity(streams: FoldedStreams, id: string): Promise<PlacedLocation> {
  const { state: location } = await streams.load(locationDecider, streamOf.location(id));
  const city = location && (await loadCity(streams, location.fields.cityId));
  return { location, city };
}

/**
 * The place that shows the location's contents, photos in particular: itself, or the last place that it was merged
 * into.
 */
export async function loadPlaceOfPhotos(streams: FoldedStreams, id: string): Promise<PlacedLocation> {
  const chain = await mergedChain(streams, id, ({ photos }) => photos);
  return loadLocation(streams, chain.at(-1)?.id ?? id);
}

/** For a merged location, the place that shows it. */
export async function placeOfMerged(
  streams: FoldedStreams,
  location: LocationState,
): Promise<string | undefined> {
  if (!isMerged(location)) return undefined;
  const last = (await mergedChain(streams, location.id)).at(-1);
  return last === undefined || isMerged(last) ? location.mergedInto : last.id;
}

/** Log position of the merge after which one place shows the other; 0n if there is none. */
export async function mergedAt(streams: FoldedStreams, id: string, into: string): Promise<bigint> {
  const chain = await mergedChain(streams, id);
  const end = chain.findIndex((each) => each.id === into);
  return chain.slice(0, Math.max(0, end)).reduce((latest, { merged }) => {
    const at = merged?.at ?? 0n;
    return at > latest ? at : latest;
  }, 0n);
}

/** The location, the place that it was merged into, and so on; each once, although they may form a cycle. */
async function mergedChain(
  streams: FoldedStreams,
  id: string,
  goesOn: (merged: NonNullable<Location['merged']>) => boolean = () => true,
): Promise<readonly Location[]> {
  const chain = new Map<string, Location>();
  for (let next: string | null = id; next !== null && !chain.has(next);) {
    const { state }: { state: LocationState } = await streams.load(locationDecider, streamOf.location(next));
    if (state === undefined) break;
    chain.set(next, state);
    next = state.merged !== null && goesOn(state.merged) ? state.mergedInto : null;
  }
  return [...chain.values()];
}
