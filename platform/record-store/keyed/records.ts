import type {
  LinkToken,
  ModeratorNote,
  NotedEntity,
  RecordStore,
  SignInAttempt,
  StoredResponse,
} from '../port.ts';
import { createLists } from './lists.ts';
import { changeList, listIn, textAt, type Entry, type Keyed } from './port.ts';

type KeyedRecords = Pick<
  RecordStore,
  | 'settings'
  | 'tokens'
  | 'lists'
  | 'signIns'
  | 'idempotency'
  | 'limits'
  | 'quotas'
  | 'waiting'
  | 'moderatorNotes'
>;

/** The records that are entries of the keyed store. `durable`: the same store, whose writes survive a power failure. */
export const createKeyedRecords = (
  keyed: Keyed,
  { durable, accounts }: { readonly durable: Keyed; readonly accounts: RecordStore['accounts'] },
): KeyedRecords => ({
  settings: createSettings(keyed, durable),
  tokens: createTokens(durable, accounts),
  lists: createLists(durable, accounts),
  signIns: createSignIns(keyed),
  idempotency: createIdempotency(keyed),
  limits: createLimits(keyed),
  quotas: createQuotas(keyed),
  waiting: createWaiting(keyed),
  moderatorNotes: createModeratorNotes(durable, accounts),
});

export const settingKey = (name: string): string => `setting:${name}`;

function createSettings(keyed: Keyed, durable: Keyed): RecordStore['settings'] {
  return {
    get: (name) => textAt(keyed, settingKey(name)),
    set: (name, value) => keyed.put(settingKey(name), { value }),
    setIf: (name, before, value) => durable.putIf(settingKey(name), before, { value }),
  };
}

/** The prefix of the keys of links of that kind. */
export const linksOf = (kind: LinkToken['kind']): string => `link:${kind}:`;

/** Secrets that were sent to somebody, under their hashes. */
function createTokens(keyed: Keyed, accounts: RecordStore['accounts']): RecordStore['tokens'] {
  const keyOf = (hash: string, kind: LinkToken['kind']) => `${linksOf(kind)}${hash}`;
  return {
    async put(token) {
      const { hash, kind, userId, expire } = token;
      await keyed.put(keyOf(hash, kind), { value: JSON.stringify(token), expire, owner: userId });
      // Checked after the write, because the account may be erased at the same moment.
      if ((await accounts.byId(userId)) === undefined) await keyed.take(keyOf(hash, kind));
    },
    get: async (hash, kind, now) => valid<LinkToken>(await keyed.get(keyOf(hash, kind)), now),
    take: async (hash, kind, now) => valid<LinkToken>(await keyed.take(keyOf(hash, kind)), now),
    removeOf: (userId, kind) => keyed.removeOf(userId, linksOf(kind)),
  };
}

/** What must be remembered while people sign in at a provider. */
function createSignIns(keyed: Keyed): RecordStore['signIns'] {
  const keyOf = (id: string) => `sign-in:${id}`;
  return {
    put: (attempt) =>
      keyed.put(keyOf(attempt.id), { value: JSON.stringify(attempt), expire: attempt.expire }),
    take: async (id, now) => valid<SignInAttempt>(await keyed.take(keyOf(id)), now),
  };
}

/** The content of an entry, unless it has expired. The cast is safe: only this file writes these entries. */
function valid<T extends { readonly expire: number }>(entry: Entry | undefined, now: number): T | undefined {
  if (entry === undefined) return undefined;
  const said = JSON.parse(String(entry.value)) as T;
  return said.expire > now ? said : undefined;
}

interface StoredItem {
  readonly thing: string;
  readonly since: number;
}

/** The waiting items of people: one entry per person, which lists the items. */
function createWaiting(keyed: Keyed): RecordStore['waiting'] {
  const keyOf = (userId: string) => `waiting:${userId}`;
  return {
    add: (userId, item, { most, now }) =>
      changeList<StoredItem>(keyed, { key: keyOf(userId) }, (items) => {
        if (items.some(({ thing }) => thing === item)) return items;
        return items.length < most ? [...items, { thing: item, since: now }] : undefined;
      }),
    of: async (userId) =>
      listIn<StoredItem>(await textAt(keyed, keyOf(userId))).map(({ thing: item, since }) => ({
        item,
        since,
      })),
    async remove(userId, over) {
      await changeList<StoredItem>(keyed, { key: keyOf(userId) }, (items) => {
        const left = items.filter(({ thing }) => !over.includes(thing));
        return left.length === items.length ? items : left;
      });
    },
  };
}

/** Notes of moderators: one entry per entity, which lists them. */
function createModeratorNotes(
  keyed: Keyed,
  accounts: RecordStore['accounts'],
): RecordStore['moderatorNotes'] {
  const keyOf = ({ entityType, entityId }: NotedEntity) => `notes:${entityType}:${entityId}`;
  return {
    async add(entity, note, most) {
      const key = keyOf(entity);
      const owner = entity.entityType === 'user' ? entity.entityId : undefined;
      const isThere = await changeList<ModeratorNote>(keyed, { key, owner }, (notes) => {
        if (notes.some(({ id }) => id === note.id)) return notes;
        return notes.length < most ? [...notes, note] : undefined;
      });
      // Checked after the write, because the account may be erased at the same moment.
      if (!isThere || owner === undefined || (await accounts.byId(owner)) !== undefined) return isThere;
      await keyed.take(key);
      return false;
    },
    of: async (entity) => listIn<ModeratorNote>(await textAt(keyed, keyOf(entity))),
  };
}

const amountOf = async (keyed: Keyed, key: string): Promise<number> =>
  Number((await keyed.get(key))?.value ?? 0);

/** When the window that contains `now` ends; windows of that width follow each other. All in milliseconds. */
const endOfWindow = (width: number, now: number): number => (Math.floor(now / width) + 1) * width;

/** Counters of windows: one entry per window in which something was counted. */
function createLimits(keyed: Keyed): RecordStore['limits'] {
  const windowOf = (key: string, width: number, now: number) => {
    const resetsAt = endOfWindow(width, now);
    return { window: `window:${width}:${resetsAt}:${key}`, resetsAt };
  };
  return {
    async hit(key, windowMs, now, amount = 1) {
      const { window, resetsAt } = windowOf(key, windowMs, now);
      return { count: (await keyed.add(window, amount, { expire: resetsAt })) ?? amount, resetsAt };
    },
    async peek(key, windowMs, now) {
      const { window, resetsAt } = windowOf(key, windowMs, now);
      return { count: await amountOf(keyed, window), resetsAt };
    },
  };
}

/** How much is in use under each key: one entry per key with an amount. */
function createQuotas(keyed: Keyed): RecordStore['quotas'] {
  const keyOf = (key: string) => `quota:${key}`;
  const release: RecordStore['quotas']['release'] = async (amounts) => {
    for (const { key, amount } of amounts) await keyed.subtract(keyOf(key), amount);
  };
  return {
    async reserve(claims) {
      for (const [index, { key, amount, most }] of claims.entries()) {
        if ((await keyed.add(keyOf(key), amount, { most })) !== undefined) continue;
        await release(claims.slice(0, index));
        return { granted: false, key };
      }
      return { granted: true };
    },
    release,
    set: async (key, amount) => {
      if (amount > 0) await keyed.put(keyOf(key), { value: amount });
      else await keyed.take(keyOf(key));
    },
    amount: (key) => amountOf(keyed, keyOf(key)),
  };
}

/** How long (milliseconds) a response is stored for repeated requests. */
export const responsesKeptFor = 24 * 60 * 60 * 1000;

/** A claim, and its response once there is one. */
interface Kept {
  readonly fingerprint: string;
  /** When it was claimed or, later, answered. */
  readonly at: number;
  readonly answer?: StoredResponse;
}

/** Claims and responses of requests. Their keys begin with the person's id and a colon. */
function createIdempotency(keyed: Keyed): RecordStore['idempotency'] {
  const keyOf = (key: string) => `answer:${key}`;
  const entryOf = (key: string, kept: Kept): Entry => ({
    value: JSON.stringify(kept),
    // One more, because the response is still stored at the end of that time.
    expire: kept.at + responsesKeptFor + 1,
    owner: /^([^:]+):/.exec(key)?.[1],
  });
  const read = async (key: string): Promise<{ kept: Kept; text: string } | undefined> => {
    const text = await textAt(keyed, keyOf(key));
    // The cast is safe: only this file writes these entries.
    return text === undefined ? undefined : { kept: JSON.parse(text) as Kept, text };
  };

  return {
    async claim(key, fingerprint, now, staleAfter) {
      const claim = entryOf(key, { fingerprint, at: now });
      for (;;) {
        if (await keyed.putIf(keyOf(key), undefined, claim)) return { state: 'mine' };
        const found = await read(key);
        // It was released between the two calls, so it can be claimed.
        if (found === undefined) continue;
        const { kept, text } = found;
        // A different request cannot even claim a dead key: the first may have left events with ids derived from the
        // key.
        if (kept.fingerprint !== fingerprint) return { state: 'other-request' };
        if (kept.answer !== undefined) return { state: 'answered', response: kept.answer };
        if (kept.at > now - staleAfter) return { state: 'running' };
        if (await keyed.putIf(keyOf(key), text, claim)) return { state: 'mine' };
      }
    },
    async respond(key, response, now) {
      for (;;) {
        const found = await read(key);
        // The first response is kept, because a client may have it already.
        if (found === undefined || found.kept.answer !== undefined) return;
        const { fingerprint } = found.kept;
        if (
          await keyed.putIf(keyOf(key), found.text, entryOf(key, { fingerprint, at: now, answer: response }))
        )
          return;
      }
    },
    async release(key) {
      const found = await read(key);
      if (found !== undefined && found.kept.answer === undefined)
        await keyed.removeIf(keyOf(key), found.text);
    },
  };
}
