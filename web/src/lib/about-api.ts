import type { About } from '#contracts/shared/about';

import { api } from './api.ts';

export const aboutApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The licence of uploads, and other values that do not change while the page is open. */
    getAbout: build.query<About, void>({ query: () => '/api/about' }),
  }),
});

export const { useGetAboutQuery } = aboutApi;
