import * as z from 'zod/mini';

import { SetRole, StandingReason } from './commands.ts';
import { PersonForDesk, PublicPerson } from './views.ts';
import { operation } from '../shared/operation.ts';
import { pageFields, searchText } from '../shared/queries.ts';
import { oneOf, uuid } from '../shared/fields.ts';
import { peopleFilters } from '../shared/account-words.ts';

const personParams = z.object({ userId: uuid('User id') });

export const PeopleQuery = z.object({
  ...pageFields,
  search: searchText,
  filter: z.optional(oneOf('filter', peopleFilters)),
});
export type PeopleQuery = z.output<typeof PeopleQuery>;

const decision = {
  params: personParams,
  body: StandingReason,
  bodyOptional: true,
  responses: { 200: PersonForDesk },
} as const;

export const peopleCalls = {
  getPublicPerson: operation('public', 'GET', '/api/people/{userId}', {
    summary: 'Somebody who has turned their public page on',
    params: personParams,
    responses: { 200: PublicPerson },
    refusals: ['person-not-found'],
  }),
  listPeople: operation('moderator', 'GET', '/api/admin/people', {
    summary: 'People with an account, newest first; the search reads names, and emails for the administrator',
    query: PeopleQuery,
    responses: { 200: z.array(PersonForDesk) },
  }),
  getPerson: operation('moderator', 'GET', '/api/admin/people/{userId}', {
    summary: 'One person with an account',
    params: personParams,
    responses: { 200: PersonForDesk },
    refusals: ['person-not-found'],
  }),
  setRole: operation('admin', 'PUT', '/api/admin/people/{userId}/role', {
    summary: 'Make somebody a moderator, or take that back',
    params: personParams,
    body: SetRole,
    responses: { 200: PersonForDesk },
    refusals: ['person-not-found', 'administrator-keeps-rights', 'conflict'],
  }),
  trustPerson: operation('moderator', 'POST', '/api/admin/people/{userId}/trust', {
    ...decision,
    summary: 'From now on what they send applies at once, and is reviewed afterwards',
    refusals: ['person-not-found', 'forbidden', 'conflict'],
  }),
  untrustPerson: operation('moderator', 'POST', '/api/admin/people/{userId}/untrust', {
    ...decision,
    summary: 'From now on what they send waits again',
    refusals: ['person-not-found', 'forbidden', 'conflict'],
  }),
  blockPerson: operation('moderator', 'POST', '/api/admin/people/{userId}/block', {
    ...decision,
    summary:
      'From now on they can only read, withdraw what still waits, end sessions, change their password and erase their account',
    refusals: ['person-not-found', 'forbidden', 'administrator-keeps-rights', 'conflict'],
  }),
  unblockPerson: operation('moderator', 'POST', '/api/admin/people/{userId}/unblock', {
    ...decision,
    summary: 'They may contribute again',
    refusals: ['person-not-found', 'forbidden', 'conflict'],
  }),
};
