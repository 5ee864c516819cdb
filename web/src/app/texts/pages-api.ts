import type { OwnPage } from '#contracts/shared/about';

import { api } from '../../lib/api.ts';

export type PageName = 'privacy' | 'terms';

export const pagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The operator's own text, if there is one. */
    getOwnPage: build.query<OwnPage, PageName>({ query: (name) => `/api/pages/${name}` }),
  }),
});
