import { configureStore } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { combineReducers } from 'redux';

import { api } from './api.ts';
import { liveReducer } from './live-state.ts';
import { sessionReducer } from './session.ts';

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  session: sessionReducer,
  live: liveReducer,
});

/** Creates a store: one for each page load, and one for each test. */
export const createStore = () =>
  configureStore({
    reducer,
    middleware: (defaults) => defaults().concat(api.middleware),
    devTools: import.meta.env.DEV,
  });

export type Store = ReturnType<typeof createStore>;
export type RootState = ReturnType<typeof reducer>;
export type Dispatch = Store['dispatch'];

export const useAppDispatch = useDispatch.withTypes<Dispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
