import { useEffect, useEffectEvent } from 'react';

/** Actions by key: `a`, `J` (with Shift), `g c` (one after the other), `Enter`. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

/** Milliseconds within which the second key of a sequence must follow. */
const secondWithin = 1500;
const repeats: ReadonlySet<string> = new Set([
  'j',
  'k',
  'J',
  'K',
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
]);

/**
 * Keys of the whole page; ignored with a modifier, while the person types, or while a dialog or a menu is open.
 * `first`: these keys are handled before others, so that the second key of a sequence does not also act alone.
 */
export function useKeys(keys: Keys, { first: asksFirst = false } = {}): void {
  const keysNow = useEffectEvent(() => keys);
  useEffect(() => {
    let before: { readonly key: string; readonly at: number } | null = null;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isElsewhere(event)) return;
      const { key } = event;
      const now = keysNow();
      const first = before !== null && event.timeStamp - before.at < secondWithin ? `${before.key} ` : '';
      before = null;
      const does = now[first + key] ?? now[key];
      if (does !== undefined) {
        if (event.repeat && !repeats.has(key)) return;
        if (isOwnKey(key, event)) return;
        event.preventDefault();
        does();
      } else if (Object.keys(now).some((name) => name.startsWith(`${key} `)))
        before = { key, at: event.timeStamp };
    };
    window.addEventListener('keydown', press, asksFirst);
    return () => window.removeEventListener('keydown', press, asksFirst);
  }, [asksFirst]);
}

const dialogs = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const typed = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

function isElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  if (document.querySelector(dialogs) !== null) return true;
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest(typed) instanceof Element;
}

/** Whether a focused button, link or tab handles Enter or an arrow key itself. The names of rows never do. */
function isOwnKey(key: string, { target }: KeyboardEvent): boolean {
  if (key !== 'Enter' && !key.startsWith('Arrow')) return false;
  return (
    target instanceof Element &&
    target.closest('button, a, summary, [role="tab"]') !== null &&
    target.closest('[id^="row-"]') === null
  );
}
