import type { CreateReport } from '#contracts/commands/report';
import type { Report } from '#contracts/views/report';

import { api } from '../../lib/api.ts';

const reportApi = api.injectEndpoints({
  endpoints: (build) => ({
    createReport: build.mutation<Report, CreateReport>({
      query: (body) => ({ url: '/api/reports', method: 'POST', body }),
      invalidatesTags: ['Submission'],
    }),
  }),
});

export const { useCreateReportMutation } = reportApi;
