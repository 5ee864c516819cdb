/** The status of what people send. `deleted` is shown in the history and to moderators only. */
export const statuses = ['pending', 'approved', 'rejected', 'withdrawn', 'deleted'] as const;
export type Status = (typeof statuses)[number];
