import * as z from 'zod/mini';

import { PageQuery } from './shared/queries.ts';
import { About } from './shared/about.ts';
import { OwnPage } from './shared/own-page.ts';
import { Stats } from './location/stats-view.ts';
import { Submission } from './moderation/submission-view.ts';
import { operation } from './shared/operation.ts';

export const otherCalls = {
  about: operation({
    method: 'GET',
    path: '/api/about',
    summary: 'What this installation is like: the licence of uploads, and whether it sends mail',
    access: 'public',
    answers: { 200: About },
    refusals: [],
  }),
  privacyPage: operation({
    method: 'GET',
    path: '/api/pages/privacy',
    summary: 'The operator’s own text on privacy, if there is one',
    access: 'public',
    answers: { 200: OwnPage },
    refusals: [],
  }),
  termsPage: operation({
    method: 'GET',
    path: '/api/pages/terms',
    summary: 'The operator’s own terms, if there are any',
    access: 'public',
    answers: { 200: OwnPage },
    refusals: [],
  }),
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
