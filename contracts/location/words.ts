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

/** The names of lists and filters of one category. */
export const categoryPlurals: Readonly<Record<Category, string>> = {
  ...categoryLabels,
  landmark: 'Landmarks',
  cafe: 'Cafes',
  viewpoint: 'Viewpoints',
};

/** The categories that the home page has chips for. */
export const homeCategories = categories.slice(0, 5);

export const bestTimes = [
  'Any time',
  'Morning (6-11 AM)',
  'Afternoon (12-5 PM)',
  'Evening (6-8 PM)',
  'Night (9 PM+)',
] as const;
export type BestTime = (typeof bestTimes)[number];

/** The words for these times in a list's query. */
export const bestTimeSlugs = {
  any: 'Any time',
  morning: 'Morning (6-11 AM)',
  afternoon: 'Afternoon (12-5 PM)',
  evening: 'Evening (6-8 PM)',
  night: 'Night (9 PM+)',
} as const satisfies Record<string, BestTime>;
export type BestTimeSlug = keyof typeof bestTimeSlugs;
