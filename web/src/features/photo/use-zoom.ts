import { useRef, useState, type PointerEvent } from 'react';

import { distanceOf, middleOf, panBy, unzoomed, zoomTo, type Box, type Point, type Zoom } from './zoom.ts';

/** The scale after a click or a double tap. */
const step = 2.5;
/** Two taps within this time (ms) and distance (px) are one double tap. */
const tapTime = 300;
const tapDistance = 30;

interface Handlers {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
}

/**
 * Two fingers, a double tap or a click enlarge; then a finger or the mouse moves the photo. Inactive unless `active`.
 * Call `reset` for another photo.
 */
export function useZoom(active: boolean): {
  readonly zoom: Zoom;
  readonly reset: () => void;
  readonly handlers: Handlers | undefined;
} {
  const [zoom, setZoom] = useState(unzoomed);
  const fingers = useRef(new Map<number, Point>());
  const moved = useRef(false);
  const lastTap = useRef<{ readonly at: Point; readonly time: number } | null>(null);
  if (!active && zoom !== unzoomed) setZoom(unzoomed);

  const toggle = (at: Point, box: Box) =>
    setZoom((before) => (before.scale > 1 ? unzoomed : zoomTo(before, step, at, at, box)));

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const { at } = placeOf(event);
    fingers.current.set(event.pointerId, at);
    if (fingers.current.size === 1) moved.current = false;
    if (zoom.scale > 1) event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (before === undefined) return;
    const { at, box } = placeOf(event);
    if (distanceOf(before, at) > 3) moved.current = true;
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, at);
    if (other !== undefined) {
      moved.current = true;
      const grown = distanceOf(at, other) / Math.max(1, distanceOf(before, other));
      setZoom((now) => zoomTo(now, now.scale * grown, middleOf(before, other), middleOf(at, other), box));
    } else
      setZoom((now) => (now.scale > 1 ? panBy(now, { x: at.x - before.x, y: at.y - before.y }, box) : now));
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const wasAlone = fingers.current.size === 1;
    if (!fingers.current.delete(event.pointerId) || !wasAlone || moved.current) return;
    const { at, box } = placeOf(event);
    if (event.pointerType === 'mouse') return toggle(at, box);
    const last = lastTap.current;
    const isDouble =
      last !== null && event.timeStamp - last.time < tapTime && distanceOf(last.at, at) < tapDistance;
    lastTap.current = isDouble ? null : { at, time: event.timeStamp };
    if (isDouble) toggle(at, box);
  };
  const onPointerCancel = (event: PointerEvent<HTMLElement>) => void fingers.current.delete(event.pointerId);
  return {
    zoom,
    reset: () => setZoom(unzoomed),
    handlers: active ? { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } : undefined,
  };
}

/** The position of a pointer relative to the centre of its target. */
function placeOf(event: PointerEvent<HTMLElement>): { readonly at: Point; readonly box: Box } {
  const box = event.currentTarget.getBoundingClientRect();
  const at = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
  return { at, box };
}
