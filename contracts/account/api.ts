import * as z from 'zod/mini';

import {
  ChangeAccount,
  ConfirmEmail,
  EraseAccount,
  ForgotPassword,
  Login,
  Refresh,
  Register,
  ResetPassword,
  SetPassword,
  SetSession,
} from './commands.ts';
import { Confirmed, Profile, Session, SessionEntry, SignedIn, User } from './views.ts';
import { operation } from '../shared/operation.ts';
import { uuid } from '../shared/fields.ts';
import { limits } from '../shared/limits.ts';
import { providers } from '../shared/providers.ts';

const sessionParams = z.object({ sid: uuid('Session id') });
const providerParams = z.object({ provider: z.enum(providers) });

export const accountCalls = {
  currentUser: operation('user', 'GET', '/api/auth/user', {
    summary: 'The signed-in person',
    responses: { 200: User },
  }),
  register: operation('public', 'POST', '/auth/register', {
    summary: 'Create an account and sign in',
    body: Register,
    responses: { 201: SignedIn },
    refusals: ['email-taken', 'too-many-requests'],
  }),
  login: operation('public', 'POST', '/auth/login', {
    summary: 'Sign in',
    body: Login,
    responses: { 200: SignedIn },
    refusals: ['login-failed', 'too-many-requests'],
  }),
  logout: operation('public', 'POST', '/auth/logout', {
    summary: 'End the session everywhere',
    responses: { 204: null },
  }),
  getSession: operation('public', 'GET', '/auth/session', {
    summary: 'The session of the cookie or token',
    responses: { 200: Session },
    refusals: ['unauthorized'],
  }),
  setSession: operation('public', 'POST', '/auth/session', {
    summary: 'Set a session from its tokens',
    body: SetSession,
    responses: { 200: Session },
    refusals: ['unauthorized'],
  }),
  refresh: operation('public', 'POST', '/auth/refresh', {
    summary: 'New tokens for a refresh token, which works once',
    body: Refresh,
    responses: { 200: SignedIn },
    refusals: ['unauthorized'],
  }),
  forgotPassword: operation('public', 'POST', '/auth/password/forgot', {
    summary: 'Ask for a mail with a link to choose a new password; the answer is the same for every address',
    body: ForgotPassword,
    responses: { 202: null },
    refusals: ['too-many-requests', 'mail-not-set-up'],
  }),
  resetPassword: operation('public', 'POST', '/auth/password/reset', {
    summary:
      'Choose a new password by the token of a link, which works once; every session ends, and a new one begins',
    body: ResetPassword,
    responses: { 200: SignedIn },
    refusals: ['link-not-valid', 'account-changed', 'too-many-requests'],
  }),
  confirmEmail: operation('public', 'POST', '/auth/email/confirm', {
    summary:
      'Confirm an email address by the token of a link, which works once, in a session of the account or with its password',
    body: ConfirmEmail,
    responses: { 200: Confirmed },
    refusals: ['link-not-valid', 'sign-in-to-confirm', 'account-changed', 'too-many-requests'],
  }),
  sendConfirmation: operation('user', 'POST', '/auth/email/send', {
    summary: 'Ask again for the mail that confirms my address',
    evenBlocked: true,
    responses: { 202: null },
    refusals: ['mail-not-set-up'],
  }),
  startOAuth: operation('public', 'GET', '/auth/oauth/{provider}', {
    summary: 'Where to send the browser to sign in',
    params: providerParams,
    responses: { 200: z.object({ url: z.string() }) },
    refusals: ['not-found', 'provider-not-configured', 'too-many-requests'],
  }),
  finishOAuth: operation('public', 'GET', '/auth/oauth/{provider}/callback', {
    summary: 'Where the provider sends the browser back to; it goes on to the return page',
    params: providerParams,
    responses: { 302: null },
    refusals: ['not-found'],
  }),
  startLogin: operation('public', 'GET', '/api/login', {
    summary: 'Sends the browser to Google, or to the sign-in dialog where Google is not configured',
    responses: { 302: null },
  }),
  getProfile: operation('user', 'GET', '/auth/account', {
    summary: 'My profile',
    responses: { 200: Profile },
  }),
  changeAccount: operation('user', 'PATCH', '/auth/account', {
    summary: 'Change my names, my public name, whether I have a public page, and which mail I get',
    body: ChangeAccount,
    responses: { 200: Profile },
  }),
  setPassword: operation('user', 'PUT', '/auth/account/password', {
    summary: 'Change or set my password; every session ends, and a new one begins here',
    evenBlocked: true,
    body: SetPassword,
    responses: { 200: SignedIn },
    refusals: ['wrong-password', 'sign-in-again', 'account-changed'],
  }),
  listSessions: operation('user', 'GET', '/auth/account/sessions', {
    summary: `My sessions, newest first, at most ${limits.sessions}`,
    responses: { 200: z.array(SessionEntry) },
  }),
  endOtherSessions: operation('user', 'DELETE', '/auth/account/sessions', {
    summary: 'End all my sessions but this one',
    evenBlocked: true,
    responses: { 204: null },
  }),
  endSession: operation('user', 'DELETE', '/auth/account/sessions/{sid}', {
    summary: 'End one of my sessions',
    evenBlocked: true,
    params: sessionParams,
    responses: { 204: null },
    refusals: ['session-not-found'],
  }),
  eraseAccount: operation('user', 'POST', '/auth/account/erasure', {
    summary: 'Erase my account; what I contributed stays, without my name',
    evenBlocked: true,
    body: EraseAccount,
    bodyOptional: true,
    responses: { 204: null },
    refusals: ['wrong-password', 'sign-in-again', 'account-changed', 'administrator-stays'],
  }),
};
