import { useSyncExternalStore } from 'react';

import { announcements } from '../lib/announce.ts';

/**
 * The one live region. It is always on the page, because a screen reader ignores text that arrives together with its
 * region.
 */
export function Announcer() {
  const all = useSyncExternalStore(announcements.subscribe, announcements.get, announcements.get);
  return (
    // Explicit `aria-live`: dialogs hide everything from a screen reader except regions with this attribute.
    <div role="status" aria-live="polite" aria-atomic={false} className="sr-only">
      {all.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
