import * as z from 'zod/mini';

import { providers } from '../shared/providers.ts';
import { notifyChoices, roles } from '../shared/account-words.ts';

export const User = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  /** The name shown beside the person's photos and places; null for none. */
  publicName: z.nullable(z.string()),
  /** Whether the person, with a public name, has a page that lists their photos and places. */
  publicPage: z.boolean(),
  /** Whether the owner of this address has proved that email reaches them. */
  emailConfirmed: z.boolean(),
  /** Which emails about decisions the person gets. */
  notify: z.enum(notifyChoices),
  role: z.enum(roles),
  isAdmin: z.boolean(),
  /** The administrator, and moderators who are not blocked. */
  canModerate: z.boolean(),
  /** Printed by the Access Denied screen. */
  adminEmail: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type User = z.infer<typeof User>;

/** Says that the address of an account is now confirmed. */
export const Confirmed = z.object({ emailConfirmed: z.literal(true) });

const tokens = { accessToken: z.string(), refreshToken: z.string(), expiresAt: z.string() };

export const SignedIn = z.object({ ...tokens, user: User });
export type SignedIn = z.infer<typeof SignedIn>;

const SessionUser = z.object({
  id: z.uuid(),
  email: z.string(),
  user_metadata: z.object({ avatar_url: z.nullable(z.string()), full_name: z.nullable(z.string()) }),
  role: z.enum(roles),
  canModerate: z.boolean(),
});

/** All null if nobody is signed in. */
export const Session = z.object({
  accessToken: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  user: z.nullable(SessionUser),
});
export type Session = z.infer<typeof Session>;

/** The signed-in person, as the profile page shows it. */
export const Profile = z.extend(User, {
  hasPassword: z.boolean(),
  /** The providers that the person can sign in with, in alphabetical order. */
  providers: z.array(z.enum(providers)),
});
export type Profile = z.infer<typeof Profile>;

/** A session of the signed-in person. Times are ISO 8601. */
export const SessionEntry = z.object({
  id: z.uuid(),
  /** Whether it is the session of this request. */
  isCurrent: z.boolean(),
  /** How it began; null for a session older than this field. */
  startedBy: z.nullable(z.enum(['password', ...providers])),
  /** The browser's User-Agent. */
  agent: z.nullable(z.string()),
  createdAt: z.string(),
  /** Exact to six hours. */
  lastUsedAt: z.string(),
  expiresAt: z.string(),
});
export type SessionEntry = z.infer<typeof SessionEntry>;

/** A person with an account, as moderators see them. */
export const PersonForDesk = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Null unless the viewer is the administrator. */
  email: z.nullable(z.string()),
  role: z.enum(roles),
  trusted: z.boolean(),
  blocked: z.boolean(),
  createdAt: z.string(),
  lastActiveAt: z.nullable(z.string()),
  /** How many cities, locations and edits the person sent in, and how those were decided. */
  submitted: z.int(),
  approved: z.int(),
  declined: z.int(),
  waiting: z.int(),
  photos: z.int(),
  /** The person's reports that were upheld. */
  reportsUpheld: z.int(),
});
export type PersonForDesk = z.infer<typeof PersonForDesk>;

/** The contributor, under the public name that they chose. */
export const Credit = z.object({ userId: z.uuid(), name: z.string() });
export type Credit = z.infer<typeof Credit>;

export const PublicPerson = z.object({
  id: z.uuid(),
  /** The public name. */
  name: z.string(),
  /** When the account was made. */
  since: z.string(),
  /** How many of the person's photos and places are public. */
  photos: z.int(),
  places: z.int(),
});
export type PublicPerson = z.infer<typeof PublicPerson>;

/** The sender of something, for the administrator: the name, and how earlier submissions were decided. */
export const Submitter = z.object({
  id: z.string(),
  name: z.string(),
  approved: z.int(),
  rejected: z.int(),
});
export type Submitter = z.infer<typeof Submitter>;
