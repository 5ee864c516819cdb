import { places as declaration } from '#contracts/read-models';
import { citiesMarking } from './cities.ts';
import { markedAtOnce } from './city-marks.ts';
import { edits } from './edits.ts';
import { formerPictures } from './former-pictures.ts';
import { locations } from './locations.ts';
import { opinions } from './opinions.ts';
import { photos } from './photos.ts';
import type { ReadModel } from './rule.ts';

/** Cities before locations, whose marks depend on them, and locations before edits. */
export const placesMarking = (most: number): ReadModel => ({
  declaration,
  collections: [citiesMarking(most), formerPictures, photos, opinions, locations, edits],
  ignores: [
    'content-reported.v1',
    'reports-upheld.v1',
    'reports-dismissed.v1',
    'reports-reopened.v1',
    'change-reviewed.v1',
    'change-review-reopened.v1',
    'account-registered.v1',
    'account-erased.v1',
    'account-role-granted.v1',
    'account-role-revoked.v1',
    'account-trusted.v1',
    'account-untrusted.v1',
    'account-blocked.v1',
    'account-unblocked.v1',
  ],
});

export const places = placesMarking(markedAtOnce);
