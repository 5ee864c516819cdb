import type { Status } from '#contracts/statuses';

/** The text shown after something was sent in; none if it was approved at once. */
export const reviewNote = (status: Status): { text?: string } =>
  status === 'pending' ? { text: 'It will be shown to everyone once it has been reviewed.' } : {};
