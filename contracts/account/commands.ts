import * as z from 'zod/mini';

import { hasControls } from '../shared/characters.ts';
import { email, notEmpty, oneOf, orNothing, requiredText, text, optionalText } from '../shared/fields.ts';
import { limits } from '../shared/limits.ts';
import { isReservedName, personName } from './person-names.ts';
import { fieldTexts } from '../shared/texts.ts';
import { notifyChoices } from '../shared/account-words.ts';

/**
 * Without control characters and unpaired surrogates: in UTF-8, and so in a hash, all unpaired surrogates are the same.
 */
const typable = (label: string) =>
  z.refine<string>((value) => !hasControls(value) && !/\p{Surrogate}/u.test(value), {
    error: fieldTexts.strangeCharacters(label),
  });

const passwordOf = (label: string) =>
  requiredText(label).check(
    notEmpty(label),
    z.maxLength(limits.passwordMost, fieldTexts.tooLong(label, limits.passwordMost)),
    typable(label),
  );
const newPasswordOf = (label: string) =>
  passwordOf(label).check(
    z.minLength(limits.passwordLeast, fieldTexts.tooShort(label, limits.passwordLeast)),
  );
const password = passwordOf('Password');

export const Register = z
  .object({
    email,
    password: newPasswordOf('Password'),
    firstName: personName('First name'),
    lastName: personName('Last name'),
  })
  .check(
    z.refine(({ firstName, lastName }) => !isReservedName(firstName, lastName), {
      error: fieldTexts.reservedName,
      path: ['firstName'],
    }),
  );
export type Register = z.infer<typeof Register>;

/** Checks only that both are texts, because a failed login never says what is wrong. */
export const Login = z.object({
  email: requiredText('Email').check(
    z.trim(),
    notEmpty('Email'),
    z.maxLength(limits.email, fieldTexts.tooLong('Email', limits.email)),
    typable('Email'),
  ),
  password,
});
export type Login = z.infer<typeof Login>;

const token = (label: string) => text(label, { most: 500 });

export const Refresh = z.object({ refreshToken: token('Refresh token') });
/** Requests an email with a link for choosing a new password. */
export const ForgotPassword = z.object({ email });
export type ForgotPassword = z.infer<typeof ForgotPassword>;

/** `token`: from the link. */
export const ResetPassword = z.object({ token: token('Token'), password: newPasswordOf('Password') });
export type ResetPassword = z.infer<typeof ResetPassword>;

/** `password`: the account's password, for a person who is not signed in to it. */
export const ConfirmEmail = z.object({ token: token('Token'), password: z.optional(password) });
export type ConfirmEmail = z.infer<typeof ConfirmEmail>;

/** Sets a session from tokens that a sign-in passed in the URL's fragment. */
export const SetSession = z.object({
  accessToken: token('Access token'),
  refreshToken: z.optional(z.string().check(z.maxLength(500))),
});

/**
 * An omitted field is unchanged. The last name and the public name may be missing. The server checks first and last
 * name together against the reserved names.
 */
export const ChangeAccount = z.object({
  firstName: z.optional(personName('First name')),
  lastName: z.optional(orNothing(personName('Last name'))),
  publicName: z.optional(orNothing(personName('Public name'))),
  publicPage: z.optional(z.boolean({ error: 'Public page must be true or false' })),
  notify: z.optional(oneOf('Notify', notifyChoices)),
});
export type ChangeAccount = z.infer<typeof ChangeAccount>;

/** Needs the current password if the account has one. */
export const SetPassword = z.object({
  currentPassword: z.optional(passwordOf('Current password')),
  newPassword: newPasswordOf('New password'),
});
export type SetPassword = z.infer<typeof SetPassword>;

/** Needs the password if the account has one. */
export const EraseAccount = z.object({ password: z.optional(password) });
export type EraseAccount = z.infer<typeof EraseAccount>;

/** `user` takes the moderator's role away. */
export const SetRole = z.object({
  role: oneOf('Role', ['user', 'moderator']),
});
export type SetRole = z.infer<typeof SetRole>;

/** Why a person is trusted or blocked, or no longer is. Stored in the records, never in an event. */
export const StandingReason = z.object({
  reason: z.optional(optionalText('Reason', { most: limits.reason, lines: true })),
});
export type StandingReason = z.infer<typeof StandingReason>;
