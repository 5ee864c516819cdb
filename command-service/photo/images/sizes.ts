import { renditionWidths } from '#contracts/shared/limits';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The most pixels that a WebP picture can have on a side. */
const sideMost = 16_383;

/**
 * The sizes in which a picture is served, smallest first: none is larger than the picture, and there is at least one.
 * A strip that is too long for WebP is made smaller until it fits.
 */
export function renditionSizes({ width, height }: Size): Size[] {
  const widest = Math.max(1, Math.min(width, Math.floor((sideMost * width) / height)));
  const widths = renditionWidths.filter((each) => each <= widest);
  return (widths.length > 0 ? widths : [widest]).map((each) => ({
    width: each,
    height: Math.min(sideMost, Math.max(1, Math.round((height * each) / width))),
  }));
}
