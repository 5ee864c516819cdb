// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, it } from 'vitest';

import { Tabs } from './tabs.tsx';

afterEach(cleanup);

it('writes a large count with a separator', () => {
  const tabs = [{ value: 'cities', label: 'Pending Cities', count: 1234, content: null }];
  render(<Tabs label="Lists" value="cities" onValueChange={() => undefined} tabs={tabs} />);
  screen.getByRole('tab', { name: /^Pending Cities\s*\(1,234\)$/ });
});
