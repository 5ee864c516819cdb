import { streamOf } from '#contracts/events';

import { photoDecider, type PhotoState } from './decider.ts';
import type { FoldedStreams } from '#platform/commands/folded-streams';

export const loadPhoto = async (streams: FoldedStreams, id: string): Promise<PhotoState> =>
  (await streams.load(photoDecider, streamOf.photo(id))).state;
