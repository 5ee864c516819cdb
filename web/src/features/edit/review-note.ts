import type { Status } from '#contracts/vocabulary';

/** What follows after something was sent in: nothing to wait for where it was approved at once. */
export const reviewNote = (status: Status): { text?: string } =>
  status === 'pending' ? { text: 'It will be shown to everyone once it has been reviewed.' } : {};
