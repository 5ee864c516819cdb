/** What a moderator's queue holds. */
export const queueKinds = ['city', 'location', 'edit', 'photo', 'change', 'report'] as const;
export type QueueKind = (typeof queueKinds)[number];
export const queueFlags = ['duplicate', 'conflict', 'city-waits', 'new-member', 'reported'] as const;
export type QueueFlag = (typeof queueFlags)[number];
