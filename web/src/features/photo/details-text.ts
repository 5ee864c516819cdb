import type { Photo } from '#contracts/photo/views';

type Taken = Pick<Photo, 'camera' | 'focalLength' | 'aperture' | 'exposure' | 'iso'>;

/** Makers that write their name in capitals; shown in normal case. */
const shouting =
  /^(CANON|FUJIFILM|HASSELBLAD|HUAWEI|KODAK|LEICA|MAMIYA|MINOLTA|NIKON|OLYMPUS|PANASONIC|PENTAX|RICOH|SAMSUNG|SIGMA|SONY|XIAOMI)\b/;

/** 'Fujifilm X-T5 · 23 mm · f/8 · 1/125 · ISO 200', with the known details only; null if there are none. */
export function gearText({ camera, focalLength, aperture, exposure, iso }: Taken): string | null {
  const parts = [
    camera?.replace(shouting, (maker) => maker.charAt(0) + maker.slice(1).toLowerCase()),
    focalLength === null ? null : `${focalLength} mm`,
    aperture === null ? null : `f/${aperture}`,
    exposure === null ? null : exposureText(exposure),
    iso === null ? null : `ISO ${iso}`,
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? null : parts.join(' · ');
}

/** A fraction is clearly an exposure time; whole seconds need the unit. */
const exposureText = (exposure: string): string => (exposure.includes('/') ? exposure : `${exposure} s`);

let format: Intl.DateTimeFormat | undefined;

/** '3 Oct 2026, 18:42' for a local time without a zone: what the camera's clock showed, wherever the reader is. */
export function takenText(takenAt: string): string {
  format ??= new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${takenAt}Z`));
}
