import { useNavigate } from 'react-router-dom';

import { pathOf } from '#contracts/screens';

import { announce } from '../../../lib/announce.ts';
import { rowId } from '../desk/row-element.ts';
import { keyOf } from '../desk/rows.ts';
import { useKeys, type Keys } from '../desk/use-keys.ts';
import { useDecisions } from '../review/decisions.ts';
import type { Review } from '../review/use-review.ts';
import { detailTitleId } from './detail-beside.tsx';

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The heading of the detail beside the list. */
const detailTitle = () => document.getElementById(detailTitleId);
/** In the detail of an edit: the field that is being corrected, otherwise the first button that starts a correction. */
const editControl = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-corrected]') ??
  document.querySelector<HTMLElement>('[data-correct]');

const begin = (field: HTMLElement) => (field instanceof HTMLButtonElement ? field.click() : field.focus());

/** Milliseconds to wait for the detail of a row that has just been chosen. */
const detailWithin = 3000;

/** Runs `does` once the element exists, unless the detail changes first. */
function onceThere(find: () => HTMLElement | null, detail: string, does: (found: HTMLElement) => void): void {
  const until = performance.now() + detailWithin;
  const check = () => {
    const found = find();
    const isShown = detailTitle()?.closest('aside')?.getAttribute('aria-label') === detail;
    if (!isShown) return;
    if (found !== null) does(found);
    else if (performance.now() < until) requestAnimationFrame(check);
  };
  check();
}

/** All keys of a queue. */
export function useReviewKeys(review: Review, more: Keys = {}): void {
  const { queue, chosen, selected } = review;
  const { act } = queue;
  const navigate = useNavigate();
  const { undo } = useDecisions();
  const select = () => {
    if (chosen === null) return;
    const key = keyOf(chosen);
    const on = !queue.state.selected.has(key);
    act({ type: 'selected', keys: [key], on });
    announce(`${chosen.name} ${on ? 'selected' : 'no longer selected'}`);
  };
  const open = () => {
    const title = detailTitle();
    if (title !== null) title.focus();
    else if (chosen !== null) review.show({ is: 'detail', item: chosen });
  };
  const edit = () => {
    if (chosen === null) return;
    if (chosen.kind === 'photo' || chosen.entityType === 'photo')
      return announce('A photo has no words of its own to edit here.');
    if (chosen.kind !== 'edit') {
      act({ type: 'correcting', key: keyOf(chosen) });
      return review.show({ is: 'edit', item: chosen });
    }
    // An edit is corrected field by field in its detail.
    if (detailTitle() === null) review.show({ is: 'detail', item: chosen });
    else onceThere(editControl, `About ${chosen.name}`, begin);
  };
  const escape = () => {
    if (selected.length > 0) {
      act({ type: 'cleared' });
      announce('Nothing selected');
    } else if (chosen !== null) document.getElementById(rowId(keyOf(chosen)))?.focus();
  };
  const find = () => {
    const field = document.getElementById('queue-search');
    if (field !== null) field.focus();
    else void navigate(`${pathOf('queue')}?find`);
  };
  const skip = () => {
    if (chosen !== null) announce(`Skipped ${chosen.name}`);
    act({ type: 'moved', by: 1 });
  };
  // Handled before the header, which opens the site's search with the same key.
  useKeys({ '/': find }, { first: true });
  useKeys({
    j: () => act({ type: 'moved', by: 1 }),
    k: () => act({ type: 'moved', by: -1 }),
    J: () => act({ type: 'extended', by: 1 }),
    K: () => act({ type: 'extended', by: -1 }),
    s: skip,
    x: select,
    a: review.approveByKey,
    r: () => review.askReasonByKey(),
    u: undo,
    e: edit,
    Enter: open,
    Escape: escape,
    '?': () => review.show({ is: 'help' }),
    ...Object.fromEntries(numbers.map((number) => [String(number), () => review.askReasonByKey(number)])),
    ...more,
  });
}
