/**
 * How many milliseconds a test waits for an expected result before it fails. A run on two idle cores needs a twentieth
 * of it; the rest is for a machine that is busy with other work.
 */
export const patience = 60_000;
