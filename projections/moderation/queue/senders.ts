import { typesThat } from '#contracts/moderation/decided-items';
import type { EventType, Recorded } from '#contracts/events';
import type { QueueSender } from '#contracts/moderation/read-models-queue';
import { signalFrom } from '#contracts/moderation/signals';

import type { CollectionRules, Rule, Rules } from '../../rule.ts';
import { keyFor } from './signal-keys.ts';

/** So many submissions by one person in this time (milliseconds) are a burst. */
const burstOf = signalFrom.burst;
const burstWithin = 10 * 60 * 1000;

/** The types of events by which a person sends something in. */
export const sendingIn: readonly EventType[] = typesThat('sends-in');

/**
 * A submission belongs to the burst before it if that began less than ten minutes ago or, once it is a burst, goes on
 * at that rate. Otherwise it begins another one.
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
