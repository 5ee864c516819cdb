// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { ErrorBoundary } from './error-boundary.tsx';

// React reports each caught error there.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(cleanup);

function Broken({ name }: { readonly name: string }): never {
  throw new Error(name);
}

function Fallback({ error }: { readonly error: unknown }) {
  const [text] = useState(() => `failed: ${String(error)}`);
  return <p role="alert">{text}</p>;
}

function Page({ children }: { readonly children: React.ReactNode }) {
  return <ErrorBoundary fallback={(error) => <Fallback error={error} />}>{children}</ErrorBoundary>;
}

beforeEach(() => {
  render(
    <MemoryRouter initialEntries={['/one']}>
      <Link to="/two">Two</Link>
      <Link to="/whole">Whole</Link>
      <Routes>
        {['one', 'two'].map((name) => (
          <Route
            key={name}
            path={name}
            element={
              <Page>
                <Broken name={name} />
              </Page>
            }
          />
        ))}
        <Route path="whole" element={<Page>Whole page</Page>} />
      </Routes>
    </MemoryRouter>,
  );
});

it('shows the fallback with the error, until the address changes', async () => {
  expect(screen.getByRole('alert').textContent).toBe('failed: Error: one');
  await userEvent.click(screen.getByRole('link', { name: 'Whole' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Whole page')).not.toBeNull();
});

it('shows the next screen that fails a fallback of its own', async () => {
  await userEvent.click(screen.getByRole('link', { name: 'Two' }));
  expect(screen.getByRole('alert').textContent).toBe('failed: Error: two');
});
