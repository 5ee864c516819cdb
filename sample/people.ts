import type { SamplePerson } from '#contracts/account/sample-people';

/** Names of the people who rate the sample's places. */
export const samplePeople: Readonly<
  Record<SamplePerson, { readonly firstName: string; readonly lastName: string }>
> = {
  maya: { firstName: 'Maya', lastName: 'Sample' },
  jonas: { firstName: 'Jonas', lastName: 'Sample' },
  li: { firstName: 'Li', lastName: 'Sample' },
  sofia: { firstName: 'Sofia', lastName: 'Sample' },
  amir: { firstName: 'Amir', lastName: 'Sample' },
  hana: { firstName: 'Hana', lastName: 'Sample' },
  tom: { firstName: 'Tom', lastName: 'Sample' },
  ines: { firstName: 'Inês', lastName: 'Sample' },
};
