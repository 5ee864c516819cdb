/**
 * The people of the sample, who rate its places and cannot sign in. Their fixed ids keep them out of the count of
 * contributors.
 */
export const samplePersonIds = {
  maya: '6f1d2a10-5a3c-4b7e-9c01-0d9f3c1e7a01',
  jonas: '6f1d2a10-5a3c-4b7e-9c01-0d9f3c1e7a02',
  li: '6f1d2a10-5a3c-4b7e-9c01-0d9f3c1e7a03',
  sofia: '6f1d2a10-5a3c-4b7e-9c01-0d9f3c1e7a04',
  amir: '6f1d2a10-5a3c-4b7e-9c01-0d9f3c1e7a05',
  hana: '6f1d2a10-5a3c-4b7e-9c01-0d9f3c1e7a06',
  tom: '6f1d2a10-5a3c-4b7e-9c01-0d9f3c1e7a07',
  ines: '6f1d2a10-5a3c-4b7e-9c01-0d9f3c1e7a08',
} as const;

export type SamplePerson = keyof typeof samplePersonIds;

const ids: ReadonlySet<string> = new Set(Object.values(samplePersonIds));

export const isSamplePerson = (userId: string): boolean => ids.has(userId);
