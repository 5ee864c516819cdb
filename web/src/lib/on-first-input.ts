/** Loads code that nobody needs before the first press or key. A load that fails is tried again when it is needed. */
export function onFirstInput(load: () => Promise<unknown>): void {
  const start = () => void load().catch(console.error);
  for (const event of ['pointerdown', 'keydown'])
    window.addEventListener(event, start, { once: true, passive: true });
}
