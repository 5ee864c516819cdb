import type { Status } from '#contracts/shared/statuses';

interface OwnStatus {
  readonly tone: 'pending' | 'ok' | 'no' | 'plain';
  readonly word: string;
}

/** The status of a contribution in the words its contributor reads on every screen. The desk uses other words. */
export const ownStatus: Readonly<Record<Status, OwnStatus>> = {
  pending: { tone: 'pending', word: 'Waiting' },
  approved: { tone: 'ok', word: 'Approved' },
  rejected: { tone: 'no', word: 'Declined' },
  withdrawn: { tone: 'plain', word: 'Withdrawn' },
  deleted: { tone: 'plain', word: 'Deleted' },
};
