export const categories = ['landmark', 'cafe', 'viewpoint', 'street-art', 'nature', 'architecture'] as const;
export type Category = (typeof categories)[number];

export const categoryLabels: Readonly<Record<Category, string>> = {
  landmark: 'Landmark',
  cafe: 'Cafe',
  viewpoint: 'Viewpoint',
  'street-art': 'Street Art',
  nature: 'Nature',
  architecture: 'Architecture',
};

/** The home page's chips: all categories except architecture. */
export const categoryChips: ReadonlyArray<{ readonly category: Category; readonly label: string }> = [
  { category: 'landmark', label: 'Landmarks' },
  { category: 'cafe', label: 'Cafes' },
  { category: 'viewpoint', label: 'Viewpoints' },
  { category: 'street-art', label: 'Street Art' },
  { category: 'nature', label: 'Nature' },
];

export const bestTimes = [
  'Any time',
  'Morning (6-11 AM)',
  'Afternoon (12-5 PM)',
  'Evening (6-8 PM)',
  'Night (9 PM+)',
] as const;
export type BestTime = (typeof bestTimes)[number];

/** The words for them in a list's query. */
export const bestTimeSlugs = {
  any: 'Any time',
  morning: 'Morning (6-11 AM)',
  afternoon: 'Afternoon (12-5 PM)',
  evening: 'Evening (6-8 PM)',
  night: 'Night (9 PM+)',
} as const satisfies Record<string, BestTime>;
export type BestTimeSlug = keyof typeof bestTimeSlugs;

export const statuses = ['pending', 'approved', 'rejected', 'withdrawn', 'deleted'] as const;
export type Status = (typeof statuses)[number];

/** What a person may report, and why. */
export const reportable = ['city', 'location', 'photo'] as const;
export type Reportable = (typeof reportable)[number];
export const reportReasons = ['gone', 'wrong', 'duplicate', 'inappropriate', 'copyright', 'other'] as const;
export const reportStatuses = ['open', 'upheld', 'dismissed'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** What a moderator's queue holds. */
export const queueKinds = ['city', 'location', 'edit', 'photo', 'change', 'report'] as const;
export type QueueKind = (typeof queueKinds)[number];
export const queueFlags = ['duplicate', 'conflict', 'city-waits', 'new-member', 'reported'] as const;
export type QueueFlag = (typeof queueFlags)[number];

export const roles = ['user', 'moderator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Filters of the desk's list of people; `new`: nothing of theirs was approved yet. */
export const peopleFilters = ['new', 'trusted', 'blocked', 'moderators'] as const;
export type PeopleFilter = (typeof peopleFilters)[number];

/** When a person gets mail about decisions: never, once a day, or for each. */
export const notifyChoices = ['off', 'daily', 'each'] as const;
export type Notify = (typeof notifyChoices)[number];
