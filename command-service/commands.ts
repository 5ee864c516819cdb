import { streamOf } from '#contracts/events';

import { isReported, reportsDecider } from './report/decider.ts';
import type { FoldedStreams } from '#platform/commands/folded-streams';
import type { PhotoLimit } from './photo/photo-limit.ts';
import { createReportCommands, type ReportCommands, type ReportLimit } from './report/commands.ts';
import type { UnreviewedPhotos } from './photo/unreviewed-photos.ts';
import type { RecordStore } from '#platform/record-store/index';
import type { WaitingLimit } from './shared/commands.ts';
import type { Unfinished } from './shared/unfinished.ts';
import type { Renderer } from './photo/images/render.ts';
import type { PhotoStore } from '#platform/photo-store/index';
import { createBatchCommands, type BatchCommands, type BatchLookups } from './moderation/batch.ts';
import { createCityCommands, type CityCommands, type CityLookups } from './city/commands.ts';
import { createLocationCommands, type LocationCommands } from './location/commands.ts';
import { createGiveOpinion, type GiveOpinion, type OpinionLookups } from './opinion/commands.ts';
import {
  createChangeCommands,
  type ChangeCommands,
  type EventLookups,
} from './moderation/change-commands.ts';
import {
  createPhotoCommands,
  type PhotoCommands,
  type PhotoReviewTime,
  type SamePhotoLookups,
} from './photo/commands.ts';

/** All commands, for the routes and for loading the sample. */
export interface Commands {
  readonly city: CityCommands;
  readonly location: LocationCommands;
  readonly photo: PhotoCommands;
  readonly change: ChangeCommands;
  readonly report: ReportCommands;
  readonly giveOpinion: GiveOpinion;
  readonly batch: BatchCommands;
}

export function createCommands(deps: {
  readonly streams: FoldedStreams;
  /** Null if the number of items waiting for review is not limited. */
  readonly waiting: WaitingLimit | null;
  /** Null if an interrupted command stays half done until its request is repeated. */
  readonly unfinished: Unfinished | null;
  /** Null if the number of stored photos is not limited. */
  readonly photoLimit: PhotoLimit | null;
  /** Null if the number of unreviewed photos is not limited. */
  readonly unreviewedPhotos: UnreviewedPhotos | null;
  readonly photos: PhotoStore;
  readonly renderer: Pick<Renderer, 'render'>;
  readonly photoReview: PhotoReviewTime;
  /** Null if the number of reports is not limited. */
  readonly reportLimit: ReportLimit | null;
  readonly notes: Pick<RecordStore['reportNotes'], 'put'>;
  readonly lookups: EventLookups & BatchLookups & CityLookups & OpinionLookups & SamePhotoLookups;
}): Commands {
  const { streams, waiting, lookups } = deps;
  const city = createCityCommands(streams, waiting, lookups);
  const location = createLocationCommands(streams, waiting, deps.unfinished);
  const photo = createPhotoCommands({
    ...deps,
    isReported: async (photoId) =>
      isReported((await streams.load(reportsDecider, streamOf.reports('photo', photoId))).state),
  });
  const change = createChangeCommands({ streams, city, location, lookups });
  const report = createReportCommands(deps);
  return {
    city,
    location,
    photo,
    change,
    report,
    giveOpinion: createGiveOpinion(streams, lookups),
    batch: createBatchCommands(streams.log, lookups, { city, location, photo, change, report }),
  };
}
