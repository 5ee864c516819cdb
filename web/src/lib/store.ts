import { configureStore } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { combineReducers } from 'redux';

import { api } from './api.ts';
import { liveReducer } from './live-state.ts';
import { apiStateWith, renderedTo, type RenderedAnswers } from './rendered-state.ts';
import { initialSession, sessionReducer } from './session.ts';
import type { RenderingArgument } from './wire.ts';

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  session: sessionReducer,
  live: liveReducer,
});

function stateWith(answers: RenderedAnswers): RootState {
  const initial = reducer(undefined, { type: 'rendered' });
  // A person's own pages come without any.
  if (Object.keys(answers.queries).length === 0) return initial;
  const session = { ...initialSession, readTo: renderedTo(answers), isForVisitors: true };
  return { ...initial, api: apiStateWith(answers), session };
}

interface StoreOptions {
  /** The answers that the server rendered the page from. */
  readonly rendered?: RenderedAnswers | undefined;
  /** On the server: answers reads without the network. */
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
