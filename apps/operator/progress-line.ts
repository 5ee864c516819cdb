import type { FillProgress } from '#platform/projections/replay';

const often = 200; // milliseconds

/** Prints the progress of a replay at most five times a second: percentage, events, rate. `now` in milliseconds. */
export function progressLine(
  name: string,
  print: (line: string) => void,
  now: () => number,
): (progress: FillProgress) => void {
  const began = now();
  let lastShown = began;
  return ({ position, head, events }) => {
    const time = now();
    const isDone = position >= head;
    if (!isDone && time - lastShown < often) return;
    lastShown = time;
    const percent = head === 0n ? 100 : Math.min(100, Number((position * 100n) / head));
    const rate = Math.round(events / Math.max((time - began) / 1000, 0.001));
    print(`${percent} %, ${number(events)} events, ${number(rate)}/s: ${name}`);
  };
}

export const number = (value: number | bigint): string => value.toLocaleString('en-US');

/** `1 event`, `2 events`. */
export const counted = (count: number, one: string): string =>
  `${number(count)} ${one}${count === 1 ? '' : 's'}`;
