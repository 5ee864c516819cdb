import { Decisions } from './decision-commands.ts';
import { BatchResult } from './queue-views.ts';
import { batchParams } from '../shared/params.ts';
import { operation } from '../shared/operation.ts';

export const batchCalls = {
  decide: operation({
    method: 'POST',
    path: '/api/admin/decisions',
    summary:
      'Decide up to 100 items, each on its own, at the revision that was seen; calls with one batchId are one batch',
    access: 'moderator',
    body: Decisions,
    answers: { 200: BatchResult },
    refusals: ['batch-closed'],
  }),
  undoBatch: operation({
    method: 'POST',
    path: '/api/admin/batches/{batchId}/undo',
    summary:
      'Take back all that a batch, or a single decision, of the last 30 days did; an undo cannot be undone',
    access: 'moderator',
    params: batchParams,
    answers: { 200: BatchResult },
    refusals: ['batch-not-found', 'undo-is-final', 'not-caught-up'],
  }),
};
