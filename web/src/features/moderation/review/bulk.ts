import { limits } from '#contracts/shared/limits';
import type { QueueItem } from '#contracts/moderation/views';
import type { QueueFlag } from '#contracts/moderation/words';

import { nounFor, numberText } from '../../../lib/words.ts';
import { wordsOf, whatOf } from '../desk/kind-words.ts';

/** What a moderator should look at before several are approved at once; each stands after a number. */
const cautions = [
  ['duplicate', { one: 'a possible duplicate', many: 'possible duplicates' }],
  ['conflict', { one: 'made against what has changed since', many: 'made against what has changed since' }],
  ['city-waits', { one: 'in a city that waits itself', many: 'in cities that wait themselves' }],
] as const satisfies ReadonlyArray<readonly [QueueFlag, { one: string; many: string }]>;

export const isCautioned = ({ flags }: QueueItem): boolean => cautions.some(([flag]) => flags.includes(flag));

/** Whether to ask before these are approved by one press. */
export const asksFirst = (items: readonly QueueItem[]): boolean =>
  items.length > limits.batchItems || (items.length > 1 && items.some(isCautioned));

/** 'Approve 12 locations?' */
export const bulkQuestion = (items: readonly QueueItem[]): string =>
  `${wordsOf(items).approveAll} ${whatOf(items)}?`;

/** '3 of them possible duplicates, 1 in a city that waits itself'; null if nothing is to be said. */
export function bulkCautions(items: readonly QueueItem[]): string | null {
  const parts = cautions.flatMap(([flag, noun]) => {
    const count = items.filter(({ flags }) => flags.includes(flag)).length;
    return count === 0 ? [] : [{ count, words: nounFor(count, noun) }];
  });
  const said = parts.map(
    ({ count, words }, at) => `${numberText(count)}${at === 0 ? ' of them' : ''} ${words}`,
  );
  return said.length === 0 ? null : said.join(', ');
}
