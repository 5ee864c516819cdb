// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { Diff } from './values.tsx';

test('a struck text and its replacement do not touch', () => {
  render(
    <p role="note">
      <Diff field="description" from="Best in spring" to="Best in autumn" />
    </p>,
  );
  expect(screen.getByRole('note').textContent).toBe('Best in removed: spring added: autumn');
});
