/**
 * How many milliseconds a test waits for what it expects before it fails. A run on two idle cores needs a
 * twentieth of it; it is there for a machine that is busy with other work.
 */
export const patience = 60_000;
