import type { EventType, Recorded } from '#contracts/events';
import { contentText, type FieldContent } from '#contracts/shared/coordinates';
import type { QueueEntry, QueueSender, SignalKeys } from '#contracts/moderation/read-models-queue';
import type { QueueKind } from '#contracts/moderation/words';
import type { CollectionRules, Rule, Rules } from '../../rule.ts';
import { hostKeysOf, hostsIn, keyFor, textKeyOf } from './signal-keys.ts';
import { bandsOf, givesHash, nearPictureKeyOf } from './near-pictures.ts';
import { typesThat } from '#contracts/moderation/decided-items';
import { signalFrom } from '#contracts/moderation/signals';

/** The number of submissions by one person that make a burst, and the time (milliseconds) in which they are made. */
const burstOf = signalFrom.burst;
const burstWithin = 10 * 60 * 1000;

/** The types of events by which a person submits something. */
const sendingIn: readonly EventType[] = typesThat('sends-in');

/**
 * A submission belongs to the current series if that began less than ten minutes ago or, once it is a burst, continues
 * at that rate. Otherwise it starts another series.
 */
const sent: Rule<QueueSender> = {
  id: ({ metadata }) => metadata.actor,
  apply(known, event) {
    const at = Date.parse(event.metadata.time);
    const [first] = known?.times ?? [];
    if (known === undefined || first === undefined || at - first > burstWithin) return begun(event, at);
    return { ...known, times: [...known.times, at].slice(-burstOf) };
  },
};

const begun = ({ id, metadata }: Recorded, at: number): QueueSender => ({
  id: metadata.actor,
  burst: keyFor('burst', id),
  times: [at],
});

export const senders: CollectionRules<QueueSender> = {
  collection: 'senders',
  rules: Object.fromEntries(sendingIn.map((type) => [type, sent])) satisfies Rules<QueueSender>,
};

/** The events that set the texts of an item of each kind. */
const textsOf: Readonly<Record<Exclude<QueueKind, 'report'>, readonly EventType[]>> = {
  city: ['city-submitted.v1', 'city-edited.v1', 'city-resubmitted.v1'],
  location: ['location-submitted.v1', 'location-edited.v1', 'location-resubmitted.v1'],
  edit: ['location-edit-proposed.v1'],
  photo: ['photo-added.v1', 'photo-described.v1'],
  change: ['city-edited.v1', 'location-edit-approved.v1'],
};

/** The fields in which people write sentences. */
const written = ['description', 'caption'] as const;
const linked = ['name', 'country', 'address', 'accessNotes', ...written] as const;

/** Extends a kind's rules, so that its entries also store the keys that they share with similar entries. */
export function signalling<E extends QueueEntry>(
  kind: Exclude<QueueKind, 'report'>,
  collection: CollectionRules<E>,
): CollectionRules<E> {
  const rules = Object.entries(collection.rules).map(([type, of]) => {
    // The casts are safe: a rule that is picked by an event's type gets only events of that type.
    const rule = of as Rule<E>;
    const setsTexts = textsOf[kind].some((each) => each === type);
    const isSent = sendingIn.some((each) => each === type);
    const signalled: Rule<E> = {
      ...rule,
      needs: (event) => [
        ...(rule.needs?.(event) ?? []),
        ...(isSent ? [['senders', event.metadata.actor] as const] : []),
        ...(givesHash(event) ? bandsOf(event) : []),
      ],
      apply(before, event, related) {
        const after = rule.apply(before, event, related);
        if (after === undefined || after === before) return after;
        const sender = isSent ? related.get<QueueSender>('senders', event.metadata.actor) : undefined;
        return {
          ...after,
          ...(setsTexts && textSignals(after, event)),
          ...(isSent && { burstKey: sender?.burst ?? null }),
          ...(event.type === 'photo-added.v1' && {
            pictureKey: keyFor('same-picture', event.data.sha256),
          }),
          ...(givesHash(event) && { nearPictureKey: nearPictureKeyOf(event, after, related) }),
        };
      },
    };
    return [type, signalled] as const;
  });
  return { ...collection, rules: Object.fromEntries(rules) satisfies Rules<E> };
}

type TextSignals = Pick<SignalKeys, 'linkKey' | 'hostKey' | 'secondHostKey' | 'textKey'> &
  Pick<QueueEntry, 'hosts'>;

/** The signals in the texts that an event sets. The earlier links of a changed item still count. */
function textSignals(entry: QueueEntry, event: Recorded): TextSignals {
  const texts = textsIn(event.data);
  const all = linked.flatMap((field) => texts[field] ?? []);
  const hosts = [...new Set([...hostsIn(all.join('\n')), ...entry.hosts])].slice(0, 2);
  const text = written.map((field) => texts[field]).find((each) => typeof each === 'string');
  return {
    ...hostKeysOf(hosts),
    hosts,
    textKey: typeof text === 'string' ? textKeyOf(text) : entry.textKey,
  };
}

/** The texts that an event sets, including the new values of its changes. */
function textsIn(data: Recorded['data']): Readonly<Record<string, string | null | undefined>> {
  const contents: ReadonlyArray<readonly [string, unknown]> =
    'changes' in data
      ? Object.entries<{ readonly to: FieldContent } | undefined>(data.changes).map(
          ([field, change]) => [field, change && contentText(change.to)] as const,
        )
      : Object.entries(data);
  return Object.fromEntries(
    contents.flatMap(([field, content]) => (typeof content === 'string' ? [[field, content] as const] : [])),
  );
}
