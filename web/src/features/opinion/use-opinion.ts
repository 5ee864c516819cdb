import { useState } from 'react';

import type { Location } from '#contracts/location/views';

import { reportFailure } from '../../lib/session-calls.ts';
import { useSignedInAction } from '../../lib/sign-in.ts';
import { useAppDispatch } from '../../lib/store.ts';
import type { Opinion } from './send-opinion.ts';

/** Sends the last press. The next one waits for it, because requests may overtake each other. */
let last: Promise<void> = Promise.resolve();

/**
 * The viewer's opinion of a location, as last pressed or as saved, and the function that saves another; a visitor is
 * asked to sign in. `failure`: the text if it cannot be saved.
 */
export function useOpinion({ id, myRating, isFavorite }: Location, failure: string) {
  const whenSignedIn = useSignedInAction();
  const dispatch = useAppDispatch();
  /** What the last press asked for, until it is sent and answered. */
  const [wanted, setWanted] = useState<Opinion | null>(null);
  const save = (opinion: Opinion) =>
    whenSignedIn(() => {
      setWanted(opinion);
      last = last
        // Only signed-in people need its code.
        .then(() => import('./send-opinion.ts'))
        .then(({ sendOpinion }) => sendOpinion(dispatch, id, opinion))
        .catch((error: unknown) => reportFailure(error, failure))
        // Another press may have come meanwhile.
        .finally(() => setWanted((now) => (now === opinion ? null : now)));
    });
  return { myRating, isFavorite, ...wanted, save };
}
