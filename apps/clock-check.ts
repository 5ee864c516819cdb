/** Milliseconds. Processes on several machines may append events, and their clocks differ a little. */
const tolerance = 1000;

/**
 * Says in a sentence that the clock is behind the log's last event, as long as it is; otherwise gives undefined.
 * `lastEventAt`: milliseconds since 1970, as at the start.
 */
export const createClockCheck =
  (lastEventAt: number | undefined, clock: () => number) => (): string | undefined => {
    const behind = lastEventAt === undefined ? 0 : lastEventAt - clock();
    if (lastEventAt === undefined || behind <= tolerance) return undefined;
    const at = new Date(lastEventAt).toISOString();
    return `The clock of this machine is ${Math.ceil(behind / 1000)} s behind the last event, which is of ${at}. Set it: events, sessions and links get their times from it.`;
  };
