import { late } from '../../../lib/late.ts';

/** The comparison of two places, loaded when it is opened. */
export const MergeDialog = late(() => import('./merge-dialog.tsx').then((m) => m.MergeDialog));
