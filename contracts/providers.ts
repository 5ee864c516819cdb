/** Who may vouch for a person. */
export const providers = ['google', 'github', 'discord'] as const;
export type Provider = (typeof providers)[number];

export const providerLabels: Readonly<Record<Provider, string>> = {
  google: 'Google',
  github: 'GitHub',
  discord: 'Discord',
};

/** Where a sign-in by provider ends, well or not: a page of the web client. */
export const returnPage = '/auth/callback';

/** Why it did not end well: `error` in the return page's query. */
export const signInErrors = [
  'cancelled',
  'expired',
  'provider-failed',
  'email-unverified',
  'email-missing',
  'other-account',
  'too-many-requests',
  'unavailable',
] as const;
export type SignInError = (typeof signInErrors)[number];

/** What happened along with it: `notice` in the return page's query. */
export const signInNotices = ['password-removed'] as const;
export type SignInNotice = (typeof signInNotices)[number];
