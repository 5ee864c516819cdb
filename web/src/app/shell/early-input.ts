/** Input on a prerendered screen before its code ran; the script in index.html records it. */
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
 * Stops the recording; call this once the page handles events itself. Returns a function that replays the recorded
 * input in its order; call that after hydration.
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
