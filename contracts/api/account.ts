import * as z from 'zod/mini';

import { Login, Refresh, Register, SetSession } from '../commands/account.ts';
import { PageQuery } from '../queries.ts';
import { Session, SignedIn, User } from '../views/account.ts';
import { Stats, Submission } from '../views/other.ts';
import { operation, providerParams } from './operation.ts';

export const accountCalls = {
  currentUser: operation({
    method: 'GET',
    path: '/api/auth/user',
    summary: 'The signed-in person',
    access: 'user',
    answers: { 200: User },
    refusals: [],
  }),
  register: operation({
    method: 'POST',
    path: '/auth/register',
    summary: 'Create an account and sign in',
    access: 'public',
    body: Register,
    answers: { 201: SignedIn },
    refusals: ['email-taken', 'too-many-requests'],
  }),
  login: operation({
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in',
    access: 'public',
    body: Login,
    answers: { 200: SignedIn },
    refusals: ['login-failed', 'too-many-requests'],
  }),
  logout: operation({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session everywhere',
    access: 'public',
    answers: { 204: null },
    refusals: [],
  }),
  getSession: operation({
    method: 'GET',
    path: '/auth/session',
    summary: 'The session of the cookie or token',
    access: 'public',
    answers: { 200: Session },
    refusals: ['unauthorized'],
  }),
  setSession: operation({
    method: 'POST',
    path: '/auth/session',
    summary: 'Set a session from its tokens',
    access: 'public',
    body: SetSession,
    answers: { 200: Session },
    refusals: ['unauthorized'],
  }),
  refresh: operation({
    method: 'POST',
    path: '/auth/refresh',
    summary: 'New tokens for a refresh token, which works once',
    access: 'public',
    body: Refresh,
    answers: { 200: SignedIn },
    refusals: ['unauthorized'],
  }),
  startOAuth: operation({
    method: 'GET',
    path: '/auth/oauth/{provider}',
    summary: 'Where to send the browser to sign in',
    access: 'public',
    params: providerParams,
    answers: { 200: z.object({ url: z.string() }) },
    refusals: ['not-found', 'provider-not-configured'],
  }),
};

export const otherCalls = {
  stats: operation({
    method: 'GET',
    path: '/api/stats',
    summary: 'The numbers of the stats strip',
    access: 'public',
    answers: { 200: Stats },
    refusals: [],
  }),
  listSubmissions: operation({
    method: 'GET',
    path: '/api/submissions',
    summary: 'What I sent in, newest first',
    access: 'user',
    query: PageQuery,
    answers: { 200: z.array(Submission) },
    refusals: [],
  }),
};
