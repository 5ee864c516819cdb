import { useEffect, useRef } from 'react';

import { sharedValue } from './shared-value.ts';

interface Announcement {
  readonly id: number;
  readonly text: string;
}

/** Milliseconds; long enough for a screen reader to pick it up. */
const keptFor = 4000;

export const announcements = sharedValue<readonly Announcement[]>([]);
let made = 0;

/** Has a screen reader announce a text at its next pause, without moving the focus. Can be called from anywhere. */
export function announce(text: string): void {
  made += 1;
  const id = made;
  announcements.set([...announcements.get(), { id, text }]);
  setTimeout(() => announcements.set(announcements.get().filter((each) => each.id !== id)), keptFor);
}

/**
 * Announces a text whenever it changes. The initial text is not announced, but the first text after a wait (null) is,
 * unless the screen reader reads it with the page anyway (`silentAtFirst`).
 */
export function useAnnounce(text: string | null, { silentAtFirst = false } = {}): void {
  const known = useRef(text);
  useEffect(() => {
    if (text === null || text === known.current) return;
    const isFirst = known.current === null;
    known.current = text;
    if (!(isFirst && silentAtFirst)) announce(text);
  }, [text, silentAtFirst]);
}
