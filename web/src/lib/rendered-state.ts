import { api } from './api.ts';

type ApiState = ReturnType<typeof api.reducer>;
export type RenderedAnswers = Pick<ApiState, 'queries' | 'provided'> & {
  /** The log position up to which the answers had read when the page was rendered. */
  readonly readTo: string;
};

/** The API's part of the state, with these answers in it. */
export const apiStateWith = ({ queries, provided }: RenderedAnswers): ApiState => ({
  ...api.reducer(undefined, { type: 'rendered' }),
  queries,
  provided,
});

/** The answers that the server rendered this page from; undefined if it came empty. */
export function renderedState(): RenderedAnswers | undefined {
  const text = document.getElementById('rendered')?.textContent ?? '';
  // The cast: the server writes what `renderPage` gave it.
  return text === '' ? undefined : (JSON.parse(text) as RenderedAnswers);
}

/**
 * The log position up to which the rendered page had read, from its `Server-Timing` header: a page that is kept, by the
 * server or the browser, stays the same while the position moves on. Where the browser does not tell, the position of
 * the rendering.
 */
export function renderedTo({ readTo }: RenderedAnswers): string {
  // The cast: entries of this kind have this type.
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page?.serverTiming.find(({ name }) => name === 'read')?.description ?? readTo;
}
