import { operations } from '#contracts/api/index';

import { serve, type Serving } from '../http/serve.ts';
import { currentUser, userIdOf } from '../questions/account.ts';
import { getStats } from '../questions/stats.ts';
import { listSubmissions } from '../questions/submissions.ts';
import type { Reads } from '../reads.ts';

export function accountRoutes(serving: Serving, reads: Reads): void {
  serve(serving, operations.currentUser, { uses: [] }, (_input, viewer) => currentUser(reads, viewer));
  serve(serving, operations.stats, { uses: ['places', 'contributors'] }, () => getStats(reads));
  serve(serving, operations.listSubmissions, { uses: ['places'] }, ({ query }, viewer) =>
    listSubmissions(reads, query, userIdOf(viewer)),
  );
}
