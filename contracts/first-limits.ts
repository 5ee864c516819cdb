/** The limits that every page of the web client has with it from the start; all others come with the screens that need them. */
export const firstLimits = {
  search: 100,
  pageDefault: 100,
  trending: 24,
} as const;
