/** The limits that every web page loads at the start; all others are loaded with the screens that need them. */
export const firstLimits = {
  search: 100,
  pageDefault: 100,
  trending: 24,
} as const;
