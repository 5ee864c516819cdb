import type { CreateReport } from '#contracts/report/commands';
import type { Report } from '#contracts/report/api';

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
