import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import type { PendingCounts, Presence, QueueMove } from '#contracts/live';
import type { Looking } from '#contracts/looking';

export interface LiveState {
  /** `idle` before the first connection is tried. */
  readonly health: 'idle' | 'connected' | 'lost';
  /** Moderators' alone; null for everyone else. */
  readonly pending: PendingCounts | null;
  /** What moderators look at, this one too. */
  readonly presence: Presence;
  /** The latest moves in the queue, and how many there have been in all. */
  readonly moves: readonly QueueMove[];
  readonly moved: number;
  /** What this person looks at: told to the others. */
  readonly looking: Looking;
}

/** Nobody falls so far behind within one frame. */
const movesKept = 400;
const atRest = { pending: null, presence: [], moves: [], moved: 0 } as const;

const slice = createSlice({
  name: 'live',
  initialState: { health: 'idle', ...atRest, looking: null } as LiveState,
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
    presenceTold: (state, { payload }: PayloadAction<Presence>) => ({ ...state, presence: payload }),
    queueMoved: (state, { payload }: PayloadAction<QueueMove>) => {
      state.moves = [...state.moves, payload].slice(-movesKept);
      state.moved += 1;
    },
    lookedAt: (state, { payload }: PayloadAction<Looking>) => {
      state.looking = payload;
    },
  },
});

export const liveReducer = slice.reducer;
export const { connected, lost, pendingCounted, pendingUnknown, presenceTold, queueMoved, lookedAt } =
  slice.actions;
