import type { CreateList, UpdateList } from '#contracts/list/commands';
import type { OwnList, PlaceList } from '#contracts/list/views';

import { api } from '../../lib/api.ts';

const all = { type: 'List' as const, id: 'LIST' };

/** The viewer's lists of places, and shared lists. */
export const listApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLists: build.query<readonly OwnList[], void>({ query: () => '/api/lists', providesTags: [all] }),
    getList: build.query<PlaceList, string>({
      query: (id) => `/api/lists/${encodeURIComponent(id)}`,
      providesTags: (_list, _error, id) => [{ type: 'List', id }],
    }),
    createList: build.mutation<PlaceList, CreateList>({
      query: (body) => ({ url: '/api/lists', method: 'POST', body }),
      invalidatesTags: [all],
    }),
    updateList: build.mutation<PlaceList, UpdateList & { readonly id: string }>({
      query: ({ id, ...body }) => ({ url: `/api/lists/${id}`, method: 'PUT', body }),
      // Also after a refusal: another window may have changed it.
      invalidatesTags: (_list, _error, { id }) => [all, { type: 'List', id }],
    }),
    deleteList: build.mutation<null, string>({
      query: (id) => ({ url: `/api/lists/${id}`, method: 'DELETE' }),
      invalidatesTags: [all],
    }),
  }),
});

export const {
  useListListsQuery,
  useGetListQuery,
  useLazyGetListQuery,
  useCreateListMutation,
  useUpdateListMutation,
  useDeleteListMutation,
} = listApi;
