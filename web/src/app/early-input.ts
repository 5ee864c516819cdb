/** What somebody did on a screen that was drawn ahead; the script in index.html keeps it. */
interface Early {
  readonly keep: (event: Event) => void;
  readonly done: ReadonlyArray<{
    readonly element: HTMLButtonElement | HTMLSelectElement;
    readonly type: 'click' | 'change';
    readonly value: string;
  }>;
}

declare const early: Early;

/**
 * To be called when the page listens by itself: nothing more is kept. What it gives does again what was kept, in its
 * order; the page must have been taken over by then.
 */
export function replayEarlyInput(): () => void {
  for (const type of ['click', 'change']) document.removeEventListener(type, early.keep);
  return () => {
    for (const { element, type, value } of early.done) {
      if (type === 'click') element.click();
      else {
        element.value = value;
        element.dispatchEvent(new Event('change', { bubbles: true }));
      }
    }
  };
}
