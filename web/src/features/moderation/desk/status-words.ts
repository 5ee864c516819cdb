import type { Status } from '#contracts/shared/statuses';

import type { BadgeTone } from '../../../ui/badge.tsx';

export const statusWords: Readonly<Record<Status, { readonly tone: BadgeTone; readonly word: string }>> = {
  pending: { tone: 'pending', word: 'Pending' },
  approved: { tone: 'ok', word: 'Approved' },
  rejected: { tone: 'no', word: 'Declined' },
  withdrawn: { tone: 'plain', word: 'Withdrawn' },
  deleted: { tone: 'plain', word: 'Deleted' },
};
