import { useEffect, useLayoutEffect, useRef } from 'react';

import { announce } from '../../../lib/announce.ts';
import { viewed } from '../../../lib/live-state.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { focusRow, isOnScreen, showRow } from '../desk/row-element.ts';
import { changedFrom } from '../desk/rows.ts';
import type { Review } from '../review/use-review.ts';

/** The panel has the focus while its list is empty. */
const isOnPanel = (panel: string): boolean => document.activeElement?.id === panel;

/** Whether the focus may follow the choice: nothing has the focus, or the panel or something in the list has it. */
function isFree(panel: string): boolean {
  const { activeElement } = document;
  return (
    activeElement === null ||
    activeElement === document.body ||
    isOnPanel(panel) ||
    activeElement.closest(`#${panel} [data-row], #${panel} ul`) !== null
  );
}

/**
 * Follows the chosen row: scrolls it into view, moves the focus to it, and tells other moderators who is viewing it. If
 * another person's action chose the row, the time of the guard starts once the row is visible.
 */
export function useFollow({ queue, chosen }: Review, panel: string): void {
  const { state, act } = queue;
  const { chosen: key, guard } = state;
  const before = useRef(key);
  useLayoutEffect(() => {
    if (before.current === key) return;
    const isFirst = before.current === null;
    before.current = key;
    if (key !== null) {
      if (isFirst && !isOnPanel(panel)) return;
      if (isFree(panel)) focusRow(key);
      showRow(key);
    } else if (isFree(panel)) document.getElementById(panel)?.focus({ preventScroll: true });
  }, [key, panel]);

  useEffect(() => {
    if (guard !== 'unseen' || key === null) return;
    // Checked with each frame, because a hidden tab has no frames; an open dialog covers the list.
    const check = () => {
      const isCovered = document.querySelector('[role="dialog"]') !== null;
      if (!isCovered && isOnScreen(key)) act({ type: 'seen', at: performance.now() });
      else frame = requestAnimationFrame(check);
    };
    let frame = requestAnimationFrame(check);
    return () => cancelAnimationFrame(frame);
  }, [act, guard, key]);

  const name = chosen?.name;
  const row = state.rows.find((each) => each.key === key);
  const isChanged = row !== undefined && changedFrom(row) !== null;
  useEffect(() => {
    if (guard !== 'unseen' || name === undefined) return;
    announce(isChanged ? `Changed since you looked: ${name}` : `Now chosen: ${name}`);
  }, [guard, name, isChanged]);
  useShowViewing(chosen);
}

/** Milliseconds after which a row counts as viewed, so that moving past it does not. */
const viewedAfter = 250;

function useShowViewing(item: Review['chosen']): void {
  const dispatch = useAppDispatch();
  const { kind, id } = item ?? {};
  useEffect(() => {
    const viewing = kind === undefined || id === undefined ? null : { kind, id };
    const timer = setTimeout(() => dispatch(viewed(viewing)), viewedAfter);
    return () => clearTimeout(timer);
  }, [dispatch, kind, id]);
  useEffect(() => () => void dispatch(viewed(null)), [dispatch]);
}
