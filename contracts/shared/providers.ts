/** Services that people can sign in with. */
export const providers = ['google', 'github', 'discord'] as const;
export type Provider = (typeof providers)[number];

export const providerLabels: Readonly<Record<Provider, string>> = {
  google: 'Google',
  github: 'GitHub',
  discord: 'Discord',
};

/** Why a sign-in failed: `error` in the query of the screen to which it returns. */
export type SignInError =
  | 'cancelled'
  | 'expired'
  | 'provider-failed'
  | 'email-unverified'
  | 'email-missing'
  | 'email-ambiguous'
  | 'other-account'
  | 'too-many-requests'
  | 'unavailable';

/** A side effect of a sign-in: `notice` in the return page's query. */
export type SignInNotice = 'password-removed';
