/** What a moderator's queue holds. */
export const queueKinds = ['city', 'location', 'edit', 'photo', 'change', 'report'] as const;
export type QueueKind = (typeof queueKinds)[number];
export const queueFlags = [
  'duplicate',
  'conflict',
  'city-waits',
  'new-member',
  'reported',
  'second-opinion',
] as const;
export type QueueFlag = (typeof queueFlags)[number];

/** What moderators may write notes about. */
export const notable = ['city', 'location', 'photo', 'user'] as const;

/** The reason that says that a place repeats another one; the submitter gets a link to that. */
export const duplicateReason = 'We have this place already. Please add your photos there.';

/** The reasons for declining until the administrator sets others. */
export const usualReasons: readonly string[] = [
  'We could not find this. Please add an address, or say how to get there.',
  duplicateReason,
  'Please add a photo that shows what one sees there.',
  'Please say more: what one sees there, and where one stands.',
  'This does not show, or does not lie, where it says.',
  'This reads like advertising.',
  'This is not allowed here.',
];
