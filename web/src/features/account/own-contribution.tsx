import type { Status } from '#contracts/shared/statuses';

import { useRights } from '../../lib/session.ts';

interface Sent {
  readonly status: Status;
  readonly submittedBy: string | null;
}

/**
 * The state of the viewer's own contribution if they can change it: `waiting`, or `declined` (saving submits it again).
 * Null if it is somebody else's, or in another state.
 */
export function useOwn({ status, submittedBy }: Sent): 'waiting' | 'declined' | null {
  const { user } = useRights();
  if (user === null || submittedBy !== user.id) return null;
  if (status === 'pending') return 'waiting';
  return status === 'rejected' ? 'declined' : null;
}

/** The texts of the form that changes it, by state. */
export const ownWords = {
  waiting: {
    description: 'It still waits for review, and is looked at as you leave it here.',
    submit: 'Save Changes',
  },
  declined: { description: 'Fix what the reason names, and it is looked at again.', submit: 'Send Again' },
} as const;

/** The text after a submission; none if it was approved at once. */
export const reviewNote = (status: Status): { text?: string } =>
  status === 'pending' ? { text: 'It will be shown to everyone once it has been reviewed.' } : {};

/** Says why something was declined, above the form to correct it. */
export function DeclinedNote({ reason }: { readonly reason: string | null }) {
  return (
    <div className="mb-5 border-l-2 border-no pl-3 text-md">
      <p className="font-semibold text-no">Declined</p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {reason ?? 'No reason was given.'}
      </p>
    </div>
  );
}
