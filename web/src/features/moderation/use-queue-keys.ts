import { useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';

export type QueueKey = 'j' | 'k' | 'a' | 'r' | 'u' | '?';
export type QueueKeys = Readonly<Record<QueueKey, () => void>>;

/** The dashboard's keys, for the whole page; never with a modifier, while somebody types, or in a dialog. */
export function useQueueKeys(keys: QueueKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  }, [keys]);
  useEffect(() => {
    const press = (key: QueueKey) => (event: KeyboardEvent) => {
      if (event.repeat && key !== 'j' && key !== 'k') return;
      if (isElsewhere(event)) return;
      event.preventDefault();
      latest.current[key]();
    };
    return tinykeys(window, {
      j: press('j'),
      k: press('k'),
      a: press('a'),
      r: press('r'),
      u: press('u'),
      // On most keyboards the question mark needs Shift.
      '?': press('?'),
      'Shift+?': press('?'),
    });
  }, []);
}

function isElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null) return true;
  const target = event.target instanceof Element ? event.target : null;
  return (
    target?.closest('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]') instanceof
    Element
  );
}
