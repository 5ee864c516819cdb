import { withoutStrange } from '../shared/characters.ts';
import type { PhotoDetails } from './events.ts';
import { limits } from '../shared/limits.ts';
import { noDetails, photoDetails } from './photo-details.ts';

/** How a picture was taken, according to its EXIF. Texts and numbers may be anything, but their size is limited. */
export interface WrittenDetails {
  readonly make: string | null;
  readonly model: string | null;
  readonly lens: string | null;
  /** `YYYY-MM-DDTHH:MM:SS` */
  readonly takenAt: string | null;
  /** Millimetres. */
  readonly focalLength: number | null;
  /** The f-number. */
  readonly aperture: number | null;
  /** Seconds. */
  readonly exposure: number | null;
  readonly iso: number | null;
}

/** A photo's EXIF details in the form in which they are shown; null for missing or impossible ones. */
export function detailsOf(written: WrittenDetails | null): PhotoDetails {
  if (written === null) return noDetails;
  const { make, model, lens, takenAt, focalLength, aperture, exposure, iso } = written;
  return {
    takenAt: photoDetails.takenAt.safeParse(takenAt).data ?? null,
    camera: photoDetails.camera.safeParse(cut(cameraOf(clean(make), clean(model)))).data ?? null,
    lens: photoDetails.lens.safeParse(cut(clean(lens))).data ?? null,
    focalLength: photoDetails.focalLength.safeParse(focalLength).data ?? null,
    aperture: photoDetails.aperture.safeParse(aperture).data ?? null,
    exposure: photoDetails.exposure.safeParse(exposureText(exposure ?? 0)).data ?? null,
    iso: photoDetails.iso.safeParse(iso).data ?? null,
  };
}

const clean = (text: string | null): string => withoutStrange(text ?? '');

/** Cuts a text to the maximum length, without splitting a character. */
function cut(text: string): string {
  const letters = [...text];
  while (letters.join('').length > limits.deviceName) letters.pop();
  return letters.join('').trim();
}

/**
 * Make and model without repetition: the model alone if it contains the maker's name, as 'Canon EOS R5' does, or
 * 'NIKON Z 8' of NIKON CORPORATION.
 */
function cameraOf(make: string, model: string): string {
  const [maker, name] = [make.toLowerCase(), model.toLowerCase()];
  if (model === '') return make;
  const firstWord = name.split(/[ _-]/, 1)[0] ?? '';
  const isNamed = name.includes(maker) || maker.split(' ').includes(firstWord);
  return isNamed ? model : `${make} ${model}`;
}

/** `1/n` names an exposure if it is within a twentieth of it. */
const tolerance = 0.05;

/** Seconds as photographers write them: `1/125`, `0.8`, `2`. Undefined for a value that is not a time. */
function exposureText(seconds: number): string | undefined {
  if (!(seconds > 0 && seconds < Infinity)) return undefined;
  const parts = Math.round(1 / seconds);
  const isPart = parts >= 2 && Math.abs(1 / parts - seconds) <= tolerance * seconds;
  return isPart ? `1/${parts}` : String(Math.round(seconds * 10) / 10);
}
