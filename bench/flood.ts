/** Repeats an action for some seconds, several at once; returns how many were done each second. */
export async function flood(
  { width, seconds }: { readonly width: number; readonly seconds: number },
  act: () => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  const end = started + seconds * 1000;
  let done = 0;
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      await act();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return done / ((performance.now() - started) / 1000);
}
