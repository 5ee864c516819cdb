import { operations } from '#contracts/api';

import { serve } from '#platform/queries/serve';
import { listAllCities, listAllLocations } from './all-statuses.ts';
import { cityAt, comparedOfCity, comparedOfLocation, comparison, locationAt, viewAt } from './at.ts';
import { entityEvidence, getReceipt } from './proof.ts';
import { entityHistory } from './history.ts';
import { listPendingCities, listPendingEdits, listPendingLocations } from './queues.ts';
import { getDesk } from './queue/desk.ts';
import { createKeptScans, listQueue } from './queue/list.ts';
import { queueDetail, detailUses } from './queue/detail.ts';
import { createEntities } from './queue/subjects.ts';
import { listGroups } from './queue/groups.ts';
import { getSample } from '../city/cities.ts';
import { getReasons, listNotes } from './team.ts';
import { listSubmissions } from './submissions.ts';
import { personOf, type QueryContext, type Serving } from '../query-context.ts';

export function moderationRoutes(serving: Serving, context: QueryContext): void {
  const uses = ['places'] as const;
  const lists = { context, scans: createKeptScans(context.models) };
  serve(serving, operations.listPendingCities, { uses }, ({ query }) => listPendingCities(context, query));
  serve(serving, operations.listPendingLocations, { uses }, ({ query }, viewer) =>
    listPendingLocations(context, query, viewer),
  );
  serve(serving, operations.listPendingEdits, { uses }, ({ query }) => listPendingEdits(context, query));
  const listed = { uses: ['queue', 'places'] } as const;
  serve(serving, operations.listQueue, listed, ({ query }, _viewer, task) => listQueue(lists, query, task));
  serve(serving, operations.listQueueGroups, listed, (_input, _viewer, task) =>
    listGroups({ context, entities: createEntities(context.models) }, task),
  );
  const told = { uses: detailUses, usesRecords: true } as const;
  serve(serving, operations.getQueueDetail, told, async ({ params }) => ({
    body: await queueDetail(context, params.kind, params.id),
    tags: [],
  }));
  const recorded = { uses: [], usesRecords: true } as const;
  serve(serving, operations.getReasons, recorded, () => getReasons(context));
  serve(serving, operations.listNotes, recorded, ({ query }, viewer) => listNotes(context, query, viewer));
  serve(serving, operations.getDesk, { uses: ['queue'] }, (_, viewer) => getDesk(context, viewer));
  serve(serving, operations.listAllCities, { uses }, ({ query }, _viewer, task) =>
    listAllCities(context, query, task),
  );
  serve(serving, operations.listAllLocations, { uses: ['places', 'search'] }, ({ query }, viewer, task) =>
    listAllLocations(context, query, viewer, task),
  );
  serve(serving, operations.getSample, { uses }, () => getSample(context));
  serve(serving, operations.cityHistory, { uses: ['places', 'history'] }, ({ params, query }) =>
    entityHistory(context, 'city', params.id, query),
  );
  serve(serving, operations.locationHistory, { uses: ['places', 'history'] }, ({ params, query }) =>
    entityHistory(context, 'location', params.id, query),
  );
  // Made from the log; `places` says only which photos and opinions there are, and `history` which merges there were.
  const past = { uses: ['places', 'history'], usesRecords: true } as const;
  serve(serving, operations.cityAt, past, ({ params, query }) =>
    viewAt(context, query, (moment) => cityAt(context, params.id, moment)),
  );
  serve(serving, operations.locationAt, past, ({ params, query }, viewer) =>
    viewAt(context, query, (moment) => locationAt(context, params.id, moment, viewer)),
  );
  serve(serving, operations.compareCity, past, ({ params, query }) =>
    comparison(context, query, comparedOfCity, (moment) => cityAt(context, params.id, moment)),
  );
  serve(serving, operations.compareLocation, past, ({ params, query }, viewer) =>
    comparison(context, query, comparedOfLocation, (moment) =>
      locationAt(context, params.id, moment, viewer),
    ),
  );
  const proved = { uses: ['places'], usesRecords: true } as const;
  serve(serving, operations.cityEvidence, proved, ({ params }, _viewer, task) =>
    entityEvidence(context, { type: 'city', id: params.id }, task),
  );
  serve(serving, operations.locationEvidence, proved, ({ params }, _viewer, task) =>
    entityEvidence(context, { type: 'location', id: params.id }, task),
  );
  serve(serving, operations.photoEvidence, proved, ({ params }, _viewer, task) =>
    entityEvidence(context, { type: 'photo', id: params.id }, task),
  );
  const receipts = { uses: ['history', 'reports'], usesRecords: true } as const;
  serve(serving, operations.getReceipt, receipts, ({ params }, viewer) =>
    getReceipt(context, BigInt(params.position), personOf(viewer)),
  );
  serve(
    serving,
    operations.listSubmissions,
    { uses: ['places', 'reports', 'history'] },
    ({ query }, viewer) => listSubmissions(context, query, personOf(viewer)),
  );
}
