import { configureStore } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { combineReducers } from 'redux';

import { api } from './api.ts';
import { liveReducer } from './live-state.ts';
import { initialSession, sessionReducer } from './session.ts';
import type { RenderingArgument } from './wire.ts';

type ApiState = ReturnType<typeof api.reducer>;
type RenderedResponses = Pick<ApiState, 'queries' | 'provided'> & {
  /** The log position up to which the responses had read when the page was rendered. */
  readonly readTo: string;
};

/** The responses with which the server rendered this page; undefined if the page came empty. */
export function renderedState(): RenderedResponses | undefined {
  const text = document.getElementById('rendered')?.textContent ?? '';
  // The cast: the server writes the state from `renderPage`.
  return text === '' ? undefined : (JSON.parse(text) as RenderedResponses);
}

/**
 * The log position up to which the rendered page had read, from its `Server-Timing` header: a page cached by the server
 * or the browser stays the same while the position moves on. Falls back to the position of the rendering in browsers
 * without that header.
 */
function renderedTo({ readTo }: RenderedResponses): string {
  // The cast: entries of this kind have this type.
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page?.serverTiming.find(({ name }) => name === 'read')?.description ?? readTo;
}

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  session: sessionReducer,
  live: liveReducer,
});

function stateWith(responses: RenderedResponses): RootState {
  const initial = reducer(undefined, { type: 'rendered' });
  // Personal pages have no responses.
  if (Object.keys(responses.queries).length === 0) return initial;
  const session = { ...initialSession, readTo: renderedTo(responses), isForVisitors: true };
  const { queries, provided } = responses;
  return { ...initial, api: { ...initial.api, queries, provided }, session };
}

interface StoreOptions {
  /** The responses with which the server rendered the page. */
  readonly rendered?: RenderedResponses | undefined;
  /** Set on the server: answers reads without the network. */
  readonly rendering?: RenderingArgument;
}

/** Creates a store: one for each page load, one for each page that the server renders, and one for each test. */
export const createStore = ({ rendered, rendering }: StoreOptions = {}) =>
  configureStore({
    reducer,
    ...(rendered === undefined ? {} : { preloadedState: stateWith(rendered) }),
    middleware: (defaults) => defaults({ thunk: { extraArgument: rendering } }).concat(api.middleware),
    devTools: import.meta.env.DEV,
  });

export type Store = ReturnType<typeof createStore>;
export type RootState = ReturnType<typeof reducer>;
export type Dispatch = Store['dispatch'];

export const useAppDispatch = useDispatch.withTypes<Dispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
