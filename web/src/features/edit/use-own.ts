import type { Status } from '#contracts/vocabulary';

import { useViewer } from '../../app/session.ts';

interface Sent {
  readonly status: Status;
  readonly submittedBy: string | null;
}

/** What a person may do with what they sent in: change it while it waits, mend it and send it again once it was declined. */
export function useOwn({ status, submittedBy }: Sent): 'waiting' | 'declined' | null {
  const { user } = useViewer();
  if (user === null || submittedBy !== user.id) return null;
  if (status === 'pending') return 'waiting';
  return status === 'rejected' ? 'declined' : null;
}

/** What the form that changes it says and does, by whose it is and how far it has come. */
export const ownWords = {
  waiting: {
    description: 'It still waits for review, and is looked at as you leave it here.',
    submit: 'Save Changes',
  },
  declined: { description: 'Fix what the reason names, and it is looked at again.', submit: 'Send Again' },
} as const;
