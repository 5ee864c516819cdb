/** Somebody whom the identity provider knows. */
export interface FakePerson {
  /** Digits, as GitHub's and Discord's ids are. */
  readonly id: string;
  /** Null: the provider tells none. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly pictureUrl?: string;
}

/** Those whom `npm run dev` offers: everyone that a sign-in has to deal with. */
export const devPeople = (adminEmail: string): readonly FakePerson[] => [
  { id: '1001', email: 'anna@example.org', emailVerified: true, name: 'Anna Lindqvist' },
  { id: '1002', email: 'bilal@example.org', emailVerified: true, name: 'Bilal Aydın' },
  { id: '1003', email: 'carla@example.org', emailVerified: false, name: 'Carla Unverified' },
  { id: '1004', email: null, emailVerified: false, name: 'Dmitri Mailless' },
  { id: '1005', email: adminEmail, emailVerified: true, name: 'Site Administrator' },
];
