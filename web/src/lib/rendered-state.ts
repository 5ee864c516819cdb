import { api } from './api.ts';

type ApiState = ReturnType<typeof api.reducer>;
export type RenderedAnswers = Pick<ApiState, 'queries' | 'provided'>;

/** The API's part of the state, with these answers in it. */
export const apiStateWith = (answers: RenderedAnswers): ApiState => ({
  ...api.reducer(undefined, { type: 'rendered' }),
  ...answers,
});

/** The answers that the server rendered this page from; undefined if it came empty. */
export function renderedState(): RenderedAnswers | undefined {
  const text = document.getElementById('rendered')?.textContent ?? '';
  // The cast: the server writes what `renderPage` gave it.
  return text === '' ? undefined : (JSON.parse(text) as RenderedAnswers);
}

/**
 * The log position up to which the rendered page had read, from its `Server-Timing` header: a page that is kept, by the
 * server or the browser, stays the same while the position moves on. '0' where the browser does not tell: then the page reads again.
 */
export function renderedTo(): string {
  const [page] = performance.getEntriesByType('navigation');
  const timings = page instanceof PerformanceNavigationTiming ? page.serverTiming : [];
  return timings.find(({ name }) => name === 'read')?.description ?? '0';
}
