import { useSyncExternalStore } from 'react';

import { announcements } from './announce.ts';

/** The one place where announcements are written: always on the page, since what comes with it is not read out. */
export function Announcer() {
  const all = useSyncExternalStore(announcements.subscribe, announcements.get, announcements.get);
  return (
    // `aria-live` by name: dialogs hide all but such regions from a screen reader.
    <div role="status" aria-live="polite" aria-atomic={false} className="sr-only">
      {all.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
