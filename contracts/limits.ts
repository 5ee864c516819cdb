/** Lengths in characters, sizes in bytes: the specification's own where it gives one. */
export const limits = {
  name: 120,
  country: 100,
  description: 2000,
  address: 300,
  url: 2048,
  reason: 500,
  personName: 60,
  email: 254,
  passwordLeast: 6,
  passwordMost: 200,
  fileName: 255,
  search: 100,
  /** Section 9: each photo at most 5 MB. */
  photoBytes: 5 * 1024 * 1024,
  photoPixels: 50_000_000,
  bodyBytes: 64 * 1024,
  /** 5 MB in base64 is 6.7 MB; the rest is the file's name and the JSON around it. */
  uploadBodyBytes: 7_500_000,
  pageDefault: 100,
  pageMost: 500,
  /** A page that carries whole pictures as data URLs. */
  pageMostWithImages: 20,
  /** X-Total-Count is exact up to here. */
  countMost: 1000,
  trending: 24,
} as const;

/** Widths in CSS pixels that a photo is served in; never wider than the original. */
export const renditionWidths = [320, 480, 750, 1080, 1600] as const;

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;
