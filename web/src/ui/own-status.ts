import type { Status } from '#contracts/vocabulary';

interface OwnStatus {
  readonly tone: 'pending' | 'ok' | 'no' | 'plain';
  readonly word: string;
}

/** What became of a contribution, as its contributor reads it on every screen. The desk has words of its own. */
export const ownStatus: Readonly<Record<Status, OwnStatus>> = {
  pending: { tone: 'pending', word: 'Waiting' },
  approved: { tone: 'ok', word: 'Approved' },
  rejected: { tone: 'no', word: 'Declined' },
  withdrawn: { tone: 'plain', word: 'Withdrawn' },
  deleted: { tone: 'plain', word: 'Deleted' },
};
