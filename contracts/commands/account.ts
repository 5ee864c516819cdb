import * as z from 'zod/mini';

import { email, hasControls, notEmpty, optionalText, requiredText, text } from '../fields.ts';
import { limits } from '../limits.ts';
import { fieldTexts } from '../texts.ts';

const passwordOf = (label: string) =>
  requiredText(label).check(
    notEmpty(label),
    z.maxLength(limits.passwordMost, fieldTexts.tooLong(label, limits.passwordMost)),
    z.refine((value) => !hasControls(value), { error: fieldTexts.strangeCharacters(label) }),
  );
const newPasswordOf = (label: string) =>
  passwordOf(label).check(
    z.minLength(limits.passwordLeast, fieldTexts.tooShort(label, limits.passwordLeast)),
  );
const password = passwordOf('Password');

export const Register = z.object({
  email,
  password: newPasswordOf('Password'),
  firstName: text('First name', { most: limits.personName }),
  lastName: text('Last name', { most: limits.personName }),
});
export type Register = z.infer<typeof Register>;

/** Only presence is checked: what is wrong with them, a failed login never says. */
export const Login = z.object({ email: text('Email', { most: limits.email }), password });
export type Login = z.infer<typeof Login>;

const token = (label: string) => text(label, { most: 500 });

export const Refresh = z.object({ refreshToken: token('Refresh token') });
/** Sets a session by hand, from tokens that a sign-in handed over in the URL's fragment. */
export const SetSession = z.object({
  accessToken: token('Access token'),
  refreshToken: z.optional(z.string().check(z.maxLength(500))),
});

/** A field left out is unchanged; not everybody has a last name. */
export const ChangeNames = z.object({
  firstName: z.optional(text('First name', { most: limits.personName })),
  lastName: z.optional(optionalText('Last name', { most: limits.personName })),
});
export type ChangeNames = z.infer<typeof ChangeNames>;

/** The current password is needed by whoever has one. */
export const SetPassword = z.object({
  currentPassword: z.optional(passwordOf('Current password')),
  newPassword: newPasswordOf('New password'),
});
export type SetPassword = z.infer<typeof SetPassword>;

/** The password is needed by whoever has one. */
export const EraseAccount = z.object({ password: z.optional(password) });
export type EraseAccount = z.infer<typeof EraseAccount>;
