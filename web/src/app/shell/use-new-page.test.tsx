// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';

import { useNewPage } from './use-new-page.ts';

afterEach(cleanup);

function App() {
  useNewPage();
  return (
    <>
      <Link to="/city">In the header</Link>
      <main id="main" tabIndex={-1}>
        <Routes>
          <Route path="/" element={<Link to="/city">On the page</Link>} />
          <Route path="/city" element="Aue" />
        </Routes>
      </main>
    </>
  );
}

async function press(link: string): Promise<void> {
  render(
    <MemoryRouter>
      <App />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByText(link));
  await screen.findByText('Aue');
}

it('removes the canonical address of the previous page', async () => {
  document.head.innerHTML = '<link rel="canonical" href="https://guide.example/">';
  render(
    <MemoryRouter>
      <App />
    </MemoryRouter>,
  );
  expect(document.querySelector('link')).not.toBeNull();
  await userEvent.click(screen.getByText('On the page'));
  await screen.findByText('Aue');
  expect(document.querySelector('link')).toBeNull();
});

describe('the focus on a new page', () => {
  it('moves to the page if the link has disappeared', async () => {
    await press('On the page');
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('stays on a link that is still there', async () => {
    await press('In the header');
    expect(document.activeElement).toBe(screen.getByText('In the header'));
  });
});
