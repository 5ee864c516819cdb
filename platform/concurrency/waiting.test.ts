import { getEventListeners } from 'node:events';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { createNotifier, pause } from './waiting.ts';

const never = new AbortController().signal;

afterEach(() => {
  vi.useRealTimers();
});

describe('a wait for a notification', () => {
  it('ends for all who wait, and can be repeated', async () => {
    const notifier = createNotifier();
    const waits = [notifier.after(0, never), notifier.after(0, never)];
    notifier.notify();
    await Promise.all(waits);
    expect(notifier.count).toBe(1);
    const again = watch(notifier.after(1, never));
    expect(await again.state()).toBe('waiting');
    notifier.notify();
    expect(await again.state()).toBe('over');
  });

  it('ends at once if a notification came after the count was read', async () => {
    const notifier = createNotifier();
    const { count } = notifier;
    notifier.notify();
    await notifier.after(count, never);
  });

  it('ends when the signal is aborted, before or during the wait, and leaves no listener behind', async () => {
    const notifier = createNotifier();
    const stop = new AbortController();
    const waiting = notifier.after(0, stop.signal);
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
    stop.abort();
    await waiting;
    await notifier.after(0, stop.signal);
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
  });

  it('leaves no listener behind when a notification ends it', async () => {
    const notifier = createNotifier();
    const { signal } = new AbortController();
    const waiting = notifier.after(0, signal);
    notifier.notify();
    await waiting;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('ends when the notifier is disposed of, and ends at once afterwards', async () => {
    const notifier = createNotifier();
    const waiting = notifier.after(0, never);
    expect(notifier.ended).toBe(false);
    notifier[Symbol.dispose]();
    await waiting;
    await notifier.after(0, never);
    await notifier.until(() => false, never);
    expect(notifier.ended).toBe(true);
  });
});

describe('a wait for a condition', () => {
  it('ends at the notification at which the condition is true', async () => {
    const notifier = createNotifier();
    let position = 1;
    const early = watch(notifier.until(() => position >= 2));
    const late = watch(notifier.until(() => position >= 3));
    await notifier.until(() => position >= 1);
    notifier.notify();
    expect(await early.state()).toBe('waiting');
    position = 2;
    notifier.notify();
    expect(await early.state()).toBe('over');
    expect(await late.state()).toBe('waiting');
    position = 3;
    notifier.notify();
    expect(await late.state()).toBe('over');
  });

  it('fails with the error of the condition, at once or later, while others continue to wait', async () => {
    const notifier = createNotifier();
    let isBroken = true;
    const question = () => {
      if (isBroken) throw new Error('The file is damaged');
      return false;
    };
    await expect(notifier.until(question)).rejects.toThrow('The file is damaged');
    isBroken = false;
    const failing = notifier.until(question);
    const other = watch(notifier.until(() => isBroken));
    isBroken = true;
    notifier.notify();
    await expect(failing).rejects.toThrow('The file is damaged');
    expect(await other.state()).toBe('over');
  });
});

describe('polling', () => {
  it('checks as long as a caller waits, at an interval that is read before each check', async () => {
    vi.useFakeTimers();
    let distance = 10;
    let looks = 0;
    const notifier = createNotifier({
      every: () => distance,
      hasNews: () => (looks += 1) === 3,
    });
    const waiting = watch(notifier.after(0, never));
    vi.advanceTimersByTime(10);
    expect(looks).toBe(1);
    distance = 100;
    vi.advanceTimersByTime(10);
    expect(looks).toBe(2);
    vi.advanceTimersByTime(99);
    expect(looks).toBe(2);
    vi.advanceTimersByTime(1);
    expect(looks).toBe(3);
    expect(await waiting.state()).toBe('over');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('counts every check as a notification if there is no `hasNews`', async () => {
    vi.useFakeTimers();
    const notifier = createNotifier({ every: () => 10 });
    const waiting = watch(notifier.after(0, never));
    vi.advanceTimersByTime(10);
    expect(await waiting.state()).toBe('over');
  });

  it('counts a failed check as a notification', async () => {
    vi.useFakeTimers();
    const notifier = createNotifier({
      every: () => 10,
      hasNews() {
        throw new Error('The file is damaged');
      },
    });
    const waiting = watch(notifier.after(0, never));
    vi.advanceTimersByTime(10);
    expect(await waiting.state()).toBe('over');
  });

  it('stops when no caller waits', () => {
    vi.useFakeTimers();
    const notifier = createNotifier({ every: () => 10, hasNews: () => false });
    const stop = new AbortController();
    void notifier.after(0, stop.signal);
    void notifier.after(0, never);
    stop.abort();
    expect(vi.getTimerCount()).toBe(1);
    notifier[Symbol.dispose]();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a pause', () => {
  it('ends after its time, or when it is aborted', async () => {
    expect(await pause(1, never)).toBe(true);
    const stop = new AbortController();
    const long = pause(3_600_000, stop.signal);
    stop.abort();
    expect(await long).toBe(false);
    expect(await pause(1, stop.signal)).toBe(false);
  });
});

/** Returns a function that tells whether a promise is still pending after the event loop's current work. */
function watch(promise: Promise<void>) {
  let isOver = false;
  void promise.then(() => (isOver = true));
  return {
    async state() {
      await new Promise<void>((resolve) => process.nextTick(resolve));
      return isOver ? 'over' : 'waiting';
    },
  };
}
