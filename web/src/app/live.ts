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
import { statuses } from '#contracts/vocabulary';

import { announce } from '../ui/announce.ts';
import { ownStatus } from '../ui/own-status.ts';
import { toast } from '../ui/toast.ts';
import { counted, nouns } from '../ui/words.ts';
import { api, everyTag, type tagTypes } from './api.ts';
import { connected, lost, pendingCounted, pendingUnknown, presenceTold, queueMoved } from './live-state.ts';
import { loadSession } from './session-calls.ts';
import { isGreater, positionSeen } from './session.ts';
import type { Store } from './store.ts';

type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;
type Tag = { readonly type: (typeof tagTypes)[number]; readonly id?: string };

// What arrives within this time (ms) is refetched together.
const batchTime = 80;
// All pages hear of a public change in the same moment: each reads it again at its own time within this one (ms).
const spreadOver = 1000;
// A server that has no place for this page is asked again after at least this time (ms), and at most twice as much.
const askAgainAfter = 15_000;

/**
 * Opens the one socket of the page, as the session's person; another session opens it anew. What changed is
 * refetched by its tags, after a lost connection everything on screen, and at first what was missed. `random`: from 0 to 1. Returns the function
 * that closes it.
 */
export async function startLive(store: Store, random: () => number = Math.random): Promise<() => void> {
  const { io } = await import('socket.io-client');
  let token = store.getState().session.token;
  const socket: LiveSocket = io({
    autoConnect: false,
    // One connection from the first moment: any of several servers may take it.
    transports: ['websocket'],
    auth: (answer) => answer({ token: store.getState().session.token }),
  });
  const apply = (tags: Tag[]) => store.dispatch(api.util.invalidateTags(tags));
  const invalidate = batchTags(apply, () => batchTime);
  listen(socket, store, { soon: invalidate, spread: batchTags(apply, () => random() * spreadOver) });
  const stopAsking = askAgain(socket, random);
  socket.connect();
  // A short loss of the network need not end the socket, but what was asked for meanwhile has failed.
  const refetch = () => invalidate(everyTag);
  window.addEventListener('online', refetch);
  let looking = store.getState().live.looking;
  const unsubscribe = store.subscribe(() => {
    const looks = store.getState().live.looking;
    if (looks !== looking) {
      looking = looks;
      // What is not sent now is told on connecting.
      if (socket.connected) socket.emit('looking', looks);
    }
    const now = store.getState().session.token;
    if (now === token) return;
    token = now;
    store.dispatch(pendingUnknown());
    socket.disconnect().connect();
  });
  return () => {
    window.removeEventListener('online', refetch);
    stopAsking();
    unsubscribe();
    socket.disconnect();
  };
}

interface Invalidate {
  /** For what concerns this person alone. */
  readonly soon: (tags: readonly Tag[]) => void;
  /** For what everybody hears of. */
  readonly spread: (tags: readonly Tag[]) => void;
}

/** A connection that the server refuses with a reason is not tried again by the library. */
function askAgain(socket: LiveSocket, random: () => number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  socket.on('connect_error', () => {
    clearTimeout(timer);
    if (!socket.active) timer = setTimeout(() => socket.connect(), askAgainAfter * (1 + random()));
  });
  return () => clearTimeout(timer);
}

function listen(socket: LiveSocket, store: Store, invalidate: Invalidate): void {
  let connectedBefore = false;
  socket.on('connect', () => {
    store.dispatch(connected());
    const { looking } = store.getState().live;
    if (looking !== null) socket.emit('looking', looking);
    // The server closes the connections of a session that has ended.
    if (connectedBefore) void store.dispatch(loadSession());
    // After a server's restart all pages are back at once.
    if (connectedBefore) invalidate.spread(everyTag);
    else socket.emit('following', (following) => void catchUp(store, following, invalidate.soon));
    connectedBefore = true;
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
    // The first ones come with the connection itself.
    if (before !== null) invalidate.soon([{ type: 'Queue' }]);
  });
  socket.on('queue', (move) => store.dispatch(queueMoved(move)));
  socket.on('presence', (presence) => store.dispatch(presenceTold(presence)));
  // This person may do other things than before, by a moderator's or the administrator's decision.
  socket.on('standing-changed', () => void store.dispatch(loadSession()));
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
 * What has changed after the page read it, and before the socket was there, nobody will tell: only that is read again.
 * An answer that is still on its way may be as old as the others.
 */
async function catchUp(store: Store, following: Following, invalidate: Invalidate['soon']): Promise<void> {
  store.dispatch(positionSeen(following.publicTo));
  const look = () => {
    const tags = missedSince(store.getState().session.readTo, following);
    if (tags.length > 0) invalidate(tags);
    return tags.length > 0;
  };
  if (look()) return;
  await Promise.allSettled(store.dispatch(api.util.getRunningQueriesThunk()));
  look();
}

const publicTags: readonly Tag['type'][] = ['City', 'Location', 'Trending', 'Photo', 'Stats'];
const ownTags = everyTag.filter(({ type }) => !publicTags.includes(type));

/** What may be older on the page than the socket's first message; `readTo`: how far its answers had read. */
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

/** How much waits where more waits than before; null where nothing has come, or when it is not known what there was. */
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

/** What a submitter is told of a decision. The end of a city also goes to those who sent in locations there. */
export function noticeOf({ entityType, status, reason }: Decided): { title: string; text: string } {
  if (entityType === 'city' && status === 'rejected') {
    const text = reason ?? 'What you sent in there is declined with it. See My submissions.';
    return { title: 'A city was declined', text };
  }
  if (entityType === 'city' && status === 'deleted') {
    return { title: 'A city was deleted', text: 'Nobody can see what is in it any more.' };
  }
  const what = {
    city: 'Your city',
    location: 'Your location',
    edit: 'Your edit',
    photo: 'Your photo',
    report: 'Your report',
  }[entityType];
  if (entityType === 'report') {
    const answered = status !== 'open';
    return {
      title: answered ? `${what} was answered` : `${what} is open again`,
      text: status === 'upheld' ? 'You were right. Thank you.' : 'See My submissions for its story.',
    };
  }
  if (status === 'approved')
    return { title: `${what} was approved`, text: 'Everyone can see it now. Thank you.' };
  // My submissions lists no more what is deleted.
  if (status === 'deleted') return { title: `${what} was deleted`, text: 'Nobody can see it any more.' };
  const text = reason ?? 'See My submissions for its story.';
  return { title: status === 'rejected' ? `${what} was declined` : `${what} is ${wordOf(status)}`, text };
}

function wordOf(status: string): string {
  const known = statuses.find((each) => each === status);
  return known ? ownStatus[known].word.toLowerCase() : status;
}

/** Gathers tags for a while (milliseconds, asked anew each time), then applies them together. */
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
