import * as z from 'zod/mini';

import { operation } from '../shared/operation.ts';
import { PageQuery } from '../shared/queries.ts';
import { uuid } from '../shared/fields.ts';
import { CreateList, UpdateList } from './commands.ts';
import { OwnList, PlaceList } from './views.ts';

const listParams = z.object({ id: uuid('List id') });

export const listCalls = {
  createList: operation('user', 'POST', '/api/lists', {
    summary: 'Make a list of places',
    body: CreateList,
    responses: { 201: PlaceList },
    refusals: ['too-many-lists'],
  }),
  listLists: operation('user', 'GET', '/api/lists', {
    summary: 'My lists of places, newest first',
    query: PageQuery,
    responses: { 200: z.array(OwnList) },
  }),
  getList: operation('public', 'GET', '/api/lists/{id}', {
    summary: 'One of my lists by its id, or any shared one by its shared id',
    params: listParams,
    responses: { 200: PlaceList },
    refusals: ['list-not-found'],
  }),
  updateList: operation('user', 'PUT', '/api/lists/{id}', {
    summary: 'Change one of my lists, its places and their order, or share it',
    params: listParams,
    body: UpdateList,
    responses: { 200: PlaceList },
    refusals: ['list-not-found', 'list-changed'],
  }),
  deleteList: operation('user', 'DELETE', '/api/lists/{id}', {
    summary: 'Delete one of my lists',
    params: listParams,
    responses: { 204: null },
    refusals: ['list-not-found'],
  }),
};
