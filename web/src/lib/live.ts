import type { Socket } from 'socket.io-client';

import type {
  Changed,
  ClientToServerEvents,
  Decided,
  Following,
  PendingCounts,
  PublicReadModel,
  ServerToClientEvents,
} from '#contracts/live';
import { statuses } from '#contracts/shared/statuses';

import { announce } from './announce.ts';
import { api, everyTag, type tagTypes } from './api.ts';
import { askAgain, askLater } from './ask-again.ts';
import { pageIsCurrent } from './kept-page.ts';
import {
  connected,
  lost,
  pendingCounted,
  pendingUnknown,
  presenceReceived,
  queueMoved,
} from './live-state.ts';
import { loadSession } from './session-calls.ts';
import { isGreater, positionSeen } from './session.ts';
import type { Store } from './store.ts';
import { toast } from './toast.ts';
import { watchSession } from './watch-session.ts';
import { ownStatus, counted, nouns } from './words.ts';

type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;
type Tag = { readonly type: (typeof tagTypes)[number]; readonly id?: string };

// Changes that arrive within this time (ms) are refetched together.
const batchTime = 80;
// A public change reaches every page at the same moment. Each refetches after a random delay up to this (ms).
const spreadOver = 1000;
// After a server refuses this page because it is full, the page connects again after this time (ms) up to twice as
// long.
const connectAgainAfter = 15_000;

/**
 * Watches the session, and opens the page's only socket, authenticated by it; a change of session reconnects it. A
 * change refetches the data its tags name; a restored connection refetches everything on screen; any other connection
 * refetches only missed changes. `random` gives numbers from 0 to 1. Returns the function that closes the socket.
 */
export async function startLive(store: Store, random: () => number = Math.random): Promise<() => void> {
  const { io } = await import('socket.io-client');
  watchSession(store);
  let token = store.getState().session.token;
  const socket: LiveSocket = io({
    autoConnect: false,
    // WebSocket from the start, not polling: the requests of a polling client could reach different servers.
    transports: ['websocket'],
    auth: (respond) => respond({ token: store.getState().session.token }),
  });
  const apply = (tags: Tag[]) => store.dispatch(api.util.invalidateTags(tags));
  const invalidate = batchTags(apply, () => batchTime);
  listen(socket, store, { soon: invalidate, spread: batchTags(apply, () => random() * spreadOver) });
  const stopAsking = connectAgain(socket, random);
  socket.connect();
  // At once, without waiting for the next attempt's delay.
  const connectNow = () => {
    if (!socket.connected) socket.disconnect().connect();
  };
  window.addEventListener('online', connectNow);
  let viewing = store.getState().live.viewing;
  const unsubscribe = store.subscribe(() => {
    const nowViewing = store.getState().live.viewing;
    if (nowViewing !== viewing) {
      viewing = nowViewing;
      // If the socket is not connected, this is sent when it connects.
      if (socket.connected) socket.emit('looking', nowViewing);
    }
    const now = store.getState().session.token;
    if (now === token) return;
    token = now;
    store.dispatch(pendingUnknown());
    socket.disconnect().connect();
  });
  return () => {
    window.removeEventListener('online', connectNow);
    stopAsking();
    unsubscribe();
    socket.disconnect();
  };
}

interface Invalidate {
  /** For changes that concern only this person. */
  readonly soon: (tags: readonly Tag[]) => void;
  /** For changes that every page receives. */
  readonly spread: (tags: readonly Tag[]) => void;
}

/** Retries after a refused connection: the library does not, if the server gave a reason. */
function connectAgain(socket: LiveSocket, random: () => number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  socket.on('connect_error', () => {
    clearTimeout(timer);
    if (!socket.active) timer = setTimeout(() => socket.connect(), connectAgainAfter * (1 + random()));
  });
  return () => clearTimeout(timer);
}

function listen(socket: LiveSocket, store: Store, invalidate: Invalidate): void {
  const readSession = () => void store.dispatch(loadSession());
  socket.on('connect', () => {
    const { health, viewing } = store.getState().live;
    pageIsCurrent();
    store.dispatch(connected());
    if (viewing !== null) socket.emit('looking', viewing);
    socket.emit('following', (following) => {
      if (health !== 'lost') void catchUp(store, following, invalidate.soon);
    });
    if (health !== 'lost') return;
    // The server closes the connections of a session that has ended.
    askLater(loadSession, readSession);
    askAgain();
    // After a server restart all pages reconnect at once.
    invalidate.spread(everyTag);
  });
  socket.on('disconnect', (reason) => {
    if (reason !== 'io client disconnect') store.dispatch(lost());
  });
  socket.on('connect_error', () => store.dispatch(lost()));
  socket.on('pending-counts', (counts) => {
    const before = store.getState().live.pending;
    const arrived = arrivedOf(before, counts);
    if (arrived !== null) announce(arrived);
    store.dispatch(positionSeen(counts.position));
    store.dispatch(pendingCounted(counts));
    // The first counts come with the connection itself.
    if (before !== null) invalidate.soon([{ type: 'Queue' }]);
  });
  socket.on('queue', (move) => store.dispatch(queueMoved(move)));
  socket.on('presence', (presence) => store.dispatch(presenceReceived(presence)));
  // A moderator or the administrator changed this person's rights.
  socket.on('standing-changed', readSession);
  socket.on('changed', (change) => {
    store.dispatch(positionSeen(change.position));
    invalidate.spread(tagsOf(change));
  });
  socket.on('decided', (decision) => {
    toast(noticeOf(decision));
    invalidate.soon([{ type: 'Submission' }]);
  });
}

/**
 * Refetches changes between the page's reads and the start of the socket: no message will announce them. Responses
 * still in flight may be just as old, so it checks again once they have arrived.
 */
async function catchUp(store: Store, following: Following, invalidate: Invalidate['soon']): Promise<void> {
  store.dispatch(positionSeen(following.publicTo));
  const refetchMissed = () => {
    const tags = missedSince(store.getState().session.readTo, following);
    if (tags.length > 0) invalidate(tags);
    return tags.length > 0;
  };
  if (refetchMissed()) return;
  await Promise.allSettled(store.dispatch(api.util.getRunningQueriesThunk()));
  refetchMissed();
}

const publicTags: readonly Tag['type'][] = ['City', 'Location', 'Trending', 'Photo', 'Stats'];
const ownTags = everyTag.filter(({ type }) => !publicTags.includes(type));

/**
 * The tags that may be older on the page than the socket's first message. `readTo`: the log position up to which the
 * page's responses had read.
 */
export function missedSince(readTo: string | null, { publicTo, ownTo }: Following): readonly Tag[] {
  if (readTo === null) return [];
  if (isGreater(publicTo, readTo)) return everyTag;
  return ownTo !== null && isGreater(ownTo, readTo) ? ownTags : [];
}

const queues = [
  ['cities', nouns.city],
  ['locations', nouns.location],
  ['edits', nouns.edit],
  ['photos', nouns.photo],
  ['changes', { one: 'change', many: 'changes' }],
  ['reports', { one: 'report', many: 'reports' }],
] as const;

/** The counts of those queues that grew, in words; null if none grew or the earlier counts are unknown. */
export function arrivedOf(before: PendingCounts | null, now: PendingCounts): string | null {
  if (before === null) return null;
  const parts = queues
    .filter(([queue]) => now[queue] > before[queue])
    .map(([queue, noun]) => counted(now[queue], noun));
  return parts.length === 0 ? null : `Waiting for review: ${parts.join(', ')}`;
}

const tagOf = {
  cities: 'City',
  locations: 'Location',
  photos: 'Photo',
  trending: 'Trending',
  stats: 'Stats',
} as const satisfies Record<PublicReadModel, (typeof tagTypes)[number]>;

function tagsOf({ readModel, ids }: Changed): readonly Tag[] {
  const type = tagOf[readModel];
  if (ids.length === 0 || type === 'Trending' || type === 'Stats') return [{ type }];
  return [{ type, id: 'LIST' }, ...ids.map((id) => ({ type, id }))];
}

/** The notice of a decision to its submitter. A declined city's notice also goes to people with locations there. */
export function noticeOf({ entityType, status, reason }: Decided): { title: string; text: string } {
  if (entityType === 'city' && status === 'rejected') {
    const text = reason ?? 'What you sent in there is declined with it. See My submissions.';
    return { title: 'A city was declined', text };
  }
  if (entityType === 'city' && status === 'deleted') {
    return { title: 'A city was deleted', text: 'Nobody can see what is in it any more.' };
  }
  const what = `Your ${entityType}`;
  const seeSubmissions = 'See My submissions for its story.';
  if (entityType === 'report')
    return {
      title: `${what} ${status === 'open' ? 'is open again' : 'was answered'}`,
      text: status === 'upheld' ? 'You were right. Thank you.' : seeSubmissions,
    };
  if (status === 'approved')
    return { title: `${what} was approved`, text: 'Everyone can see it now. Thank you.' };
  // My submissions no longer lists deleted entries.
  if (status === 'deleted') return { title: `${what} was deleted`, text: 'Nobody can see it any more.' };
  const is = status === 'rejected' ? 'was declined' : `is ${wordOf(status)}`;
  return { title: `${what} ${is}`, text: reason ?? seeSubmissions };
}

function wordOf(status: string): string {
  const known = statuses.find((each) => each === status);
  return known ? ownStatus[known].word.toLowerCase() : status;
}

/** Collects tags for a while (`wait` gives the milliseconds for each batch), then applies them together. */
export function batchTags(apply: (tags: Tag[]) => void, wait: () => number): (tags: readonly Tag[]) => void {
  let waiting: Tag[] = [];
  return (tags) => {
    if (waiting.length === 0)
      setTimeout(() => {
        const all = waiting;
        waiting = [];
        apply(all);
      }, wait());
    waiting.push(...tags);
  };
}
