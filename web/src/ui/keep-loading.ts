/** Milliseconds. The browser's `online` event would come too early: the first request after it may still fail. */
const shortestWait = 5000;

/** 5 to 10 seconds. The pages of all visitors begin to fail together, and must not ask again together. */
export const untilNextTry = (): number => shortestWait * (1 + Math.random());

/** Loads a part that the page can do without meanwhile. Tries again until it is there. */
export async function keepLoading<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      console.error('A part of the page could not be loaded', error);
      await new Promise((resolve) => setTimeout(resolve, untilNextTry()));
    }
  }
}
