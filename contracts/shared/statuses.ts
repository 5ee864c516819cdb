/** The statuses of what people send in. `deleted` is shown in the history and to moderators only. */
export const statuses = ['pending', 'approved', 'rejected', 'withdrawn', 'deleted'] as const;
export type Status = (typeof statuses)[number];
