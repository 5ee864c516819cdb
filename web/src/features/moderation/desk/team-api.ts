import type { CreateNote, Note, Reasons } from '#contracts/moderation/team-api';

import type { QueueDetail } from '#contracts/moderation/views';
import type { QueueKind } from '#contracts/moderation/words';

import { api } from '../../../lib/api.ts';

type Noted = Omit<CreateNote, 'text'>;

const teamApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReasons: build.query<Reasons, void>({
      query: () => '/api/admin/reasons',
      providesTags: ['Reasons'],
    }),
    setReasons: build.mutation<Reasons, Reasons>({
      query: (body) => ({ url: '/api/admin/reasons', method: 'PUT', body }),
      invalidatesTags: ['Reasons'],
    }),
    listNotes: build.query<readonly Note[], Noted>({
      query: (params) => ({ url: '/api/admin/notes', params }),
      // A colleague's request for a second opinion changes the queue and adds a note.
      providesTags: ['Note', 'Queue'],
    }),
    askSecondOpinion: build.mutation<
      QueueDetail,
      { readonly kind: QueueKind; readonly id: string; readonly note: string }
    >({
      query: ({ kind, id, note }) => ({
        url: `/api/admin/queue/${kind}/${id}/second-opinion`,
        method: 'POST',
        body: { note },
      }),
      invalidatesTags: ['Note', 'Queue'],
    }),
    createNote: build.mutation<Note, CreateNote>({
      query: (body) => ({ url: '/api/admin/notes', method: 'POST', body }),
      invalidatesTags: ['Note'],
    }),
  }),
});

export const {
  useGetReasonsQuery,
  useSetReasonsMutation,
  useListNotesQuery,
  useCreateNoteMutation,
  useAskSecondOpinionMutation,
} = teamApi;
