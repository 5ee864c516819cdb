import { useEffect, useRef } from 'react';

interface Announcement {
  readonly id: number;
  readonly text: string;
}

/** Milliseconds; long enough for a screen reader to pick it up. */
const keptFor = 4000;

let current: readonly Announcement[] = [];
let made = 0;
const listeners = new Set<() => void>();

function change(next: readonly Announcement[]): void {
  current = next;
  listeners.forEach((listener) => listener());
}

/** Has a screen reader say this when it is next silent, without moving the focus. Can be called from anywhere. */
export function announce(text: string): void {
  made += 1;
  const id = made;
  change([...current, { id, text }]);
  setTimeout(() => change(current.filter((each) => each.id !== id)), keptFor);
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

/** For `useSyncExternalStore`. */
export const announcements = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  get: () => current,
};
