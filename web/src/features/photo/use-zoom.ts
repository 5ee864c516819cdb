import { useRef, useState, type PointerEvent } from 'react';

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
 * Two fingers, a double tap or a click enlarge; then a finger or the mouse moves the photo. Another photo starts
 * unchanged; null for none.
 */
export function useZoom(photo: string | null): {
  readonly zoom: Zoom;
  readonly handlers: Handlers | undefined;
} {
  const [zoom, setZoom] = useState(unzoomed);
  const [zoomed, setZoomed] = useState(photo);
  const fingers = useRef(new Map<number, Point>());
  const moved = useRef(false);
  const lastTap = useRef<{ readonly at: Point; readonly time: number } | null>(null);
  if (photo !== zoomed) {
    setZoomed(photo);
    setZoom(unzoomed);
  }

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
    handlers: photo !== null ? { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } : undefined,
  };
}

/** The position of a pointer relative to the centre of its target. */
function placeOf(event: PointerEvent<HTMLElement>): { readonly at: Point; readonly box: Box } {
  const box = event.currentTarget.getBoundingClientRect();
  const at = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
  return { at, box };
}

/** The zoom of a photo in full screen: enlarged by `scale`, its centre moved by `x` and `y` CSS pixels. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly width: number;
  readonly height: number;
}

export const unzoomed: Zoom = { scale: 1, x: 0, y: 0 };

const most = 5;

/** Enlarges to `scale` so that the point under `from` ends up under `to`; both are relative to the box's centre. */
export function zoomTo(zoom: Zoom, scale: number, from: Point, to: Point, box: Box): Zoom {
  const bounded = Math.min(most, Math.max(1, scale));
  const grown = bounded / zoom.scale;
  return within(
    { scale: bounded, x: to.x - (from.x - zoom.x) * grown, y: to.y - (from.y - zoom.y) * grown },
    box,
  );
}

export const panBy = (zoom: Zoom, by: Point, box: Box): Zoom =>
  within({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, box);

/** Limits the movement to the photo's edges. */
function within({ scale, x, y }: Zoom, box: Box): Zoom {
  const [far, deep] = [((scale - 1) * box.width) / 2, ((scale - 1) * box.height) / 2];
  return { scale, x: clamp(x, far), y: clamp(y, deep) };
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(-most, value)) || 0;

const middleOf = (one: Point, other: Point): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
});

const distanceOf = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
