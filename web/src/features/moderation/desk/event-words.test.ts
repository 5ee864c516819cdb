import { expect, it } from 'vitest';

import { deedText } from './event-words.ts';

it.each([
  ['location-approved', 'approved'],
  ['city-rejected', 'declined'],
  ['location-withdrawn', 'withdrew'],
  ['location-edit-proposed', 'proposed an edit of'],
  ['photo-featured', 'featured a photo of'],
  ['reports-dismissed', 'dismissed what was reported about'],
  ['account-blocked', 'blocked'],
  ['account-role-granted', 'gave the role of moderator to'],
  ['something-new', 'something new'],
])('deedText of %s is "%s"', (type, words) => {
  expect(deedText(type)).toBe(words);
});
