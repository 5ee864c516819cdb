// The texts that every web page loads at the start; the others are loaded with the screens that show them.

/** The product's name and the line under it. */
export const brand = { name: 'Lightfall', tagline: 'Know where the light falls.' } as const;

/** The part of `failureTexts` that any page may have to show. */
export const initialFailureTexts = {
  fetchLocations: 'Failed to fetch locations',
  loggedOut: { title: 'Unauthorized', text: 'You are logged out. Logging in again...' },
  provider: { title: 'Sign In Error', text: 'Failed to sign in' },
} as const;

/** The limits that every web page loads at the start; the others are loaded with the screens that need them. */
export const initialLimits = {
  search: 100,
  pageDefault: 100,
  trending: 24,
  /** Lists are counted, and have page numbers, only up to this item. */
  countMost: 1000,
} as const;
