import * as z from 'zod/mini';

import { email, text } from '../fields.ts';
import { limits } from '../limits.ts';
import { fieldTexts } from '../texts.ts';

const password = z
  .string({
    error: (issue) =>
      issue.input === undefined || issue.input === null
        ? fieldTexts.required('Password')
        : fieldTexts.notText('Password'),
  })
  .check(
    z.minLength(1, { error: fieldTexts.required('Password'), abort: true }),
    z.maxLength(limits.passwordMost, fieldTexts.tooLong('Password', limits.passwordMost)),
  );

export const Register = z.object({
  email,
  password: password.check(
    z.minLength(limits.passwordLeast, fieldTexts.tooShort('Password', limits.passwordLeast)),
  ),
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
