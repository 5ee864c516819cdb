import * as z from 'zod/mini';

export const User = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  role: z.enum(['user', 'admin']),
  isAdmin: z.boolean(),
  /** Printed by the Access Denied screen. */
  adminEmail: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type User = z.infer<typeof User>;

const tokens = { accessToken: z.string(), refreshToken: z.string(), expiresAt: z.string() };

export const SignedIn = z.object({ ...tokens, user: User });
export type SignedIn = z.infer<typeof SignedIn>;

export const SessionUser = z.object({
  id: z.uuid(),
  email: z.string(),
  user_metadata: z.object({ avatar_url: z.nullable(z.string()), full_name: z.nullable(z.string()) }),
});

/** All null when nobody is signed in. */
export const Session = z.object({
  accessToken: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  user: z.nullable(SessionUser),
});
export type Session = z.infer<typeof Session>;
