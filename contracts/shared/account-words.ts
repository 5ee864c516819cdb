export const roles = ['user', 'moderator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Filters of the desk's list of people; `new`: nothing of this person was approved yet. */
export const peopleFilters = ['new', 'trusted', 'blocked', 'moderators'] as const;
export type PeopleFilter = (typeof peopleFilters)[number];

/** When a person gets email about decisions: never, once a day, or for each. */
export const notifyChoices = ['off', 'daily', 'each'] as const;
export type Notify = (typeof notifyChoices)[number];
