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

export const middleOf = (one: Point, other: Point): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
});

export const distanceOf = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
