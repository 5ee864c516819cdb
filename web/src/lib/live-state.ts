import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import type { PendingCounts, Presence, QueueMove } from '#contracts/live';
import type { Viewing } from '#contracts/moderation/commands';

interface LiveState {
  /** `idle` before the first attempt to connect. */
  readonly health: 'idle' | 'connected' | 'lost';
  /** Null for everybody but moderators. */
  readonly pending: PendingCounts | null;
  /** The item that each moderator is viewing, including this one. */
  readonly presence: Presence;
  /** The latest moves in the queue, and the number of all moves so far. */
  readonly moves: readonly QueueMove[];
  readonly moved: number;
  /** The item that this person is viewing; sent to the other moderators. */
  readonly viewing: Viewing;
}

/** More moves than can arrive within one frame. */
const movesKept = 400;
const atRest = { pending: null, presence: [], moves: [], moved: 0 } as const;

const slice = createSlice({
  name: 'live',
  initialState: { health: 'idle', ...atRest, viewing: null } as LiveState,
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
    pendingUnknown: (state) => ({ ...state, ...atRest, moved: state.moved }),
    presenceReceived: (state, { payload }: PayloadAction<Presence>) => ({ ...state, presence: payload }),
    queueMoved: (state, { payload }: PayloadAction<QueueMove>) => {
      state.moves = [...state.moves, payload].slice(-movesKept);
      state.moved += 1;
    },
    viewed: (state, { payload }: PayloadAction<Viewing>) => {
      state.viewing = payload;
    },
  },
});

export const liveReducer = slice.reducer;
export const { connected, lost, pendingCounted, pendingUnknown, presenceReceived, queueMoved, viewed } =
  slice.actions;
