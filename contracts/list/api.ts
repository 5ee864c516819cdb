import * as z from 'zod/mini';

import { operation } from '../shared/operation.ts';
import { PageQuery } from '../shared/queries.ts';
import { uuid } from '../shared/fields.ts';
import { CreateList, UpdateList } from './commands.ts';
import { OwnList, PlaceList } from './views.ts';

const listParams = z.object({ id: uuid('List id') });

export const listCalls = {
  createList: operation({
    method: 'POST',
    path: '/api/lists',
    summary: 'Make a list of places',
    access: 'user',
    body: CreateList,
    answers: { 201: PlaceList },
    refusals: ['too-many-lists'],
  }),
  listLists: operation({
    method: 'GET',
    path: '/api/lists',
    summary: 'My lists of places, newest first',
    access: 'user',
    query: PageQuery,
    answers: { 200: z.array(OwnList) },
    refusals: [],
  }),
  getList: operation({
    method: 'GET',
    path: '/api/lists/{id}',
    summary: 'One of my lists by its id, or any shared one by its shared id',
    access: 'public',
    params: listParams,
    answers: { 200: PlaceList },
    refusals: ['list-not-found'],
  }),
  updateList: operation({
    method: 'PUT',
    path: '/api/lists/{id}',
    summary: 'Change one of my lists, its places and their order, or share it',
    access: 'user',
    params: listParams,
    body: UpdateList,
    answers: { 200: PlaceList },
    refusals: ['list-not-found', 'list-changed'],
  }),
  deleteList: operation({
    method: 'DELETE',
    path: '/api/lists/{id}',
    summary: 'Delete one of my lists',
    access: 'user',
    params: listParams,
    answers: { 204: null },
    refusals: ['list-not-found'],
  }),
};
