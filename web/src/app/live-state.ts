import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import type { PendingCounts } from '#contracts/live';

export interface LiveState {
  /** `idle` before the first connection is tried. */
  readonly health: 'idle' | 'connected' | 'lost';
  /** The administrator's alone; null for everyone else. */
  readonly pending: PendingCounts | null;
}

const slice = createSlice({
  name: 'live',
  initialState: { health: 'idle', pending: null } as LiveState,
  reducers: {
    connected: (state) => {
      state.health = 'connected';
    },
    lost: (state) => {
      state.health = 'lost';
    },
    pendingCounted: (state, { payload }: PayloadAction<PendingCounts>) => {
      state.pending = payload;
    },
    pendingUnknown: (state) => {
      state.pending = null;
    },
  },
});

export const liveReducer = slice.reducer;
export const { connected, lost, pendingCounted, pendingUnknown } = slice.actions;
