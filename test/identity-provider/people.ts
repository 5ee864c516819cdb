/** A person known to the identity provider. */
export interface FakePerson {
  /** Digits, as GitHub's and Discord's ids are. */
  readonly id: string;
  /** Null when the provider gives none. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly pictureUrl?: string;
}

/** The people of `npm run dev`: one for each case that a sign-in must handle. */
export const devPeople = (adminEmail: string): readonly FakePerson[] => [
  { id: '1001', email: 'anna@example.org', emailVerified: true, name: 'Anna Lindqvist' },
  { id: '1002', email: 'bilal@example.org', emailVerified: true, name: 'Bilal Aydın' },
  { id: '1003', email: 'carla@example.org', emailVerified: false, name: 'Carla Unverified' },
  { id: '1004', email: null, emailVerified: false, name: 'Dmitri Mailless' },
  { id: '1005', email: adminEmail, emailVerified: true, name: 'Site Administrator' },
];
