import { describe, expect, it } from 'vitest';

import { panBy, unzoomed, zoomTo } from './use-zoom.ts';

const box = { width: 400, height: 600 };
const at = { x: 100, y: -50 };

describe('an enlarged photo', () => {
  it('keeps the same point under the fingers', () => {
    const zoom = zoomTo(unzoomed, 2, at, at, box);
    // The point of the photo that is under the fingers after zooming.
    expect({ x: (at.x - zoom.x) / zoom.scale, y: (at.y - zoom.y) / zoom.scale }).toEqual(at);
  });
  it('cannot be moved beyond its edge', () => {
    const zoom = zoomTo(unzoomed, 2, at, at, box);
    expect(panBy(zoom, { x: 9999, y: -9999 }, box)).toEqual({ scale: 2, x: 200, y: -300 });
  });
  it('is enlarged at most five times, and never reduced', () => {
    expect(zoomTo(unzoomed, 99, at, at, box).scale).toBe(5);
    expect(zoomTo(zoomTo(unzoomed, 3, at, at, box), 0.1, at, at, box)).toEqual(unzoomed);
  });
});
