import { parseCookie } from 'cookie';
import { sessionCookieOf, tokenOf } from '#platform/http/access-token';
import type { Person } from '#contracts/shared/person';
import { identify, type Identity } from '#platform/record-store/index';
import { pause } from '#platform/concurrency/waiting';

import type { QueryContext } from '../query-context.ts';
import type { Admission } from '#platform/live/admission';
import { connectionOf, end, type LiveServer, type LiveSocket, rooms } from './socket.ts';

const identityOf = ({ records, adminEmail, clock }: QueryContext, token: string) =>
  identify(records, { token, adminEmail, now: clock() });

/** Identifies the person who opens a socket, by the token in its handshake or else by the cookie. */
export async function identifySocket(
  { data, handshake: { auth, headers } }: LiveSocket,
  context: QueryContext,
  publicOrigin: string,
): Promise<void> {
  const given: unknown = auth['token'];
  const isGiven = typeof given === 'string' && given !== '';
  const token = isGiven
    ? given
    : tokenOf({ cookies: parseCookie(headers.cookie ?? '') }, sessionCookieOf(publicOrigin))?.token;
  const identity = token === undefined ? undefined : await identityOf(context, token);
  if (token !== undefined && identity !== undefined) data.person = { identity, token };
}

export interface Identities {
  /**
   * Puts a newly opened socket into its person's rooms, and keeps it in these as long as its session and standing
   * allow.
   */
  settle(socket: LiveSocket): Promise<void>;
  /**
   * Checks the sockets of each session that was closed or whose person's standing changed. Runs until aborted: after an
   * error it starts again, and checks every socket, because notifications may have been missed.
   */
  follow(io: LiveServer, signal: AbortSignal): Promise<void>;
}

export interface IdentitiesOptions {
  readonly context: QueryContext;
  readonly admission: Admission;
  /** Called for a socket that has joined the moderators' room. */
  readonly onModerator: (socket: LiveSocket) => Promise<void>;
  /** Called for a socket that has left that room and stays open. */
  readonly onFormerModerator: (socket: LiveSocket) => void;
  readonly onError: (error: unknown) => void;
}

const longestTimer = 2 ** 31 - 1;
const retryAfter = 250; // milliseconds

/** Keeps each socket in the rooms that its person's session and standing allow. Closes sockets with invalid tokens. */
export function createIdentities({
  context,
  admission,
  onModerator,
  onFormerModerator,
  onError,
}: IdentitiesOptions): Identities {
  /** Checks of one socket run one after the other, so an earlier one never overwrites the result of a later one. */
  const checks = new WeakMap<LiveSocket, Promise<void>>();

  function check(socket: LiveSocket): Promise<void> {
    const after = (checks.get(socket) ?? Promise.resolve()).then(() => checkOnce(socket));
    const safe = after.catch((error: unknown) => {
      onError(error);
      end(socket);
    });
    checks.set(socket, safe);
    return safe;
  }

  async function checkOnce(socket: LiveSocket): Promise<void> {
    const { person: known } = socket.data;
    if (known === undefined || !socket.connected) return;
    const identity = await identityOf(context, known.token);
    if (identity === undefined) return end(socket);
    socket.data.person = { ...known, identity };
    await place(socket, identity);
    if (!isSame(known.identity.person, identity.person)) socket.emit('standing-changed');
  }

  async function place(socket: LiveSocket, { person }: Identity): Promise<void> {
    const isInside = socket.rooms.has(rooms.moderators);
    if (person.canModerate === isInside) return;
    admission.move(connectionOf(socket), person.canModerate);
    if (!person.canModerate) {
      await socket.leave(rooms.moderators);
      return onFormerModerator(socket);
    }
    await socket.join(rooms.moderators);
    await onModerator(socket);
  }

  const timers = new WeakMap<LiveSocket, NodeJS.Timeout>();

  /** Checks the socket again when the token expires, because it may have been renewed meanwhile. */
  function watchToken(socket: LiveSocket): void {
    const { person } = socket.data;
    if (person === undefined || !socket.connected) return;
    const { expire, sess } = person.identity.session;
    const left = Math.min(expire, sess.accessExpire) - context.clock();
    const onTime = () => void check(socket).then(() => watchToken(socket));
    timers.set(socket, setTimeout(onTime, Math.min(Math.max(left, 0), longestTimer)).unref());
  }

  async function followOnce(io: LiveServer, signal: AbortSignal, isAgain: boolean): Promise<void> {
    const { adapter, sockets } = io.of('/');
    const { records } = context;
    const ended = records.sessions.ended(signal);
    if (isAgain) {
      // A check that fails closes its socket, so the store must respond first.
      await records.ping();
      for (const socket of sockets.values()) void check(socket);
    }
    for await (const sid of ended) {
      for (const id of adapter.rooms.get(rooms.session(sid)) ?? []) {
        const socket = sockets.get(id);
        if (socket !== undefined) void check(socket);
      }
    }
  }

  return {
    async settle(socket) {
      const identity = socket.data.person?.identity;
      if (identity === undefined) return;
      watchToken(socket);
      socket.once('disconnect', () => clearTimeout(timers.get(socket)));
      await socket.join([rooms.session(identity.session.sid), rooms.user(identity.person.userId)]);
      // The session may have changed before the socket joined its room, and then the notification was missed.
      await check(socket);
    },
    async follow(io, signal) {
      for (let isAgain = false; !signal.aborted; isAgain = true) {
        await followOnce(io, signal, isAgain).catch(onError);
        await pause(retryAfter, signal);
      }
    },
  };
}

const isSame = (one: Person, other: Person): boolean =>
  one.isAdmin === other.isAdmin &&
  one.canModerate === other.canModerate &&
  one.isTrusted === other.isTrusted &&
  one.isBlocked === other.isBlocked;
