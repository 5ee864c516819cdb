import type { Submission } from '#contracts/moderation/views';

import { ownStatus } from '../../lib/own-status.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

type Status = Submission['status'];

export const submissionStates: Readonly<Record<Status, { readonly tone: BadgeTone; readonly word: string }>> =
  {
    ...ownStatus,
    open: { tone: 'pending', word: 'Waiting' },
    upheld: { tone: 'ok', word: 'Upheld' },
    dismissed: { tone: 'plain', word: 'Dismissed' },
  };

/**
 * The filters of a list of the viewer's own contributions. An upheld report counts as approved, a dismissed one as
 * declined.
 */
export const stateFilters = {
  waiting: { word: 'Waiting', of: ['pending', 'open'] },
  approved: { word: 'Approved', of: ['approved', 'upheld'] },
  declined: { word: 'Declined', of: ['rejected', 'dismissed'] },
} as const satisfies Readonly<Record<string, { readonly word: string; readonly of: readonly Status[] }>>;
export type StateFilter = keyof typeof stateFilters;

export const stateFilterOf = (text: string | null): StateFilter | undefined =>
  text !== null && Object.hasOwn(stateFilters, text) ? (text as StateFilter) : undefined;

export const isOfState = (state: StateFilter | undefined, status: Status): boolean =>
  state === undefined || stateFilters[state].of.some((each) => each === status);
