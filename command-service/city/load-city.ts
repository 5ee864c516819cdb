import { streamOf } from '#contracts/events';

import { cityDecider, type CityState } from './decider.ts';
import type { FoldedStreams } from '#platform/commands/folded-streams';

/** A city's state is a fact that decisions about what it contains need. */
export const loadCity = async (streams: FoldedStreams, id: string): Promise<CityState> =>
  (await streams.load(cityDecider, streamOf.city(id))).state;
