// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';

import type { Submission } from '#contracts/moderation/views';

import { SubmissionRow } from './submission-row.tsx';

afterEach(cleanup);

const place: Submission = {
  entityType: 'location',
  entityId: 'mill',
  editId: null,
  locationId: null,
  name: 'Old Mill',
  status: 'approved',
  reason: null,
  createdAt: '2026-03-03T10:41:00.000Z',
  decidedAt: null,
  decisionPosition: null,
  thumbnailUrl: null,
  changes: null,
  duplicateOf: null,
  originalId: null,
};
function links(submission: Submission): (string | null)[] {
  render(
    <MemoryRouter>
      <SubmissionRow submission={submission} />
    </MemoryRouter>,
  );
  return screen.queryAllByRole('link', { name: 'Old Mill' }).map((link) => link.getAttribute('href'));
}

it('links to a place, also to a merged one', () => {
  const into = { originalId: 'bridge', duplicateOf: { id: 'bridge', name: 'Bridge' } };
  expect(links(place)).toEqual(['/location/mill']);
  cleanup();
  expect(links({ ...place, ...into })).toEqual(['/location/mill']);
});

it('does not link to a place that was merged into one that the person may not see', () => {
  expect(links({ ...place, originalId: 'bridge' })).toEqual([]);
});
