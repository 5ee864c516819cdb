import { createContext, use } from 'react';

/** What `useIsLeaving` returns; the router provides it. */
export const IsLeaving = createContext(false);

/** Whether the code of another screen is loading: a new address for this one would cancel that. */
export const useIsLeaving = (): boolean => use(IsLeaving);
