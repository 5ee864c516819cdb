// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { lazy, type ComponentType } from 'react';
import { Link, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { useIsLeaving } from '../../lib/use-is-leaving.ts';

let arrive: () => void;
let scrolled = 0;

beforeEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  scrolled = 0;
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrolled);
  vi.spyOn(window, 'scrollTo').mockImplementation((_x: unknown, y?: number) => {
    scrolled = y ?? 0;
  });
  Element.prototype.scrollIntoView = () => {
    scrolled = 700;
  };
});
afterEach(cleanup);

/** Starts a page load: a new history, and a screen `/late` whose code comes when the test says so. */
async function load(): Promise<void> {
  // Each page load has modules of its own; only the context must be the one that this test imported.
  vi.resetModules();
  vi.doMock('../../lib/use-is-leaving.ts', () => leaving);
  const { BrowserRouter } = await import('./browser-router.tsx');
  const Late = lazy(
    () =>
      new Promise<{ default: ComponentType }>((resolve) => {
        arrive = () => resolve({ default: () => <h1>Late</h1> });
      }),
  );
  render(
    <BrowserRouter>
      <>
        <Status />
        <Link to="/near">Near</Link>
        <Link to="/late">Late screen</Link>
        <Link to="/near?open" preventScrollReset mask="/masked">
          Over it
        </Link>
        <Link to="/near#part">Its part</Link>
        <p id="part" />
        <Routes>
          <Route path="/" element={<h1>First</h1>} />
          <Route path="/near" element={<h1>Near by</h1>} />
          <Route path="/masked" element={<h1>By itself</h1>} />
          <Route path="/late" element={<Late />} />
        </Routes>
      </>
    </BrowserRouter>,
  );
}
const leaving = await import('../../lib/use-is-leaving.ts');

function Status() {
  const { pathname, search } = useLocation();
  return <p role="status">{`${pathname}${search} ${useIsLeaving() ? 'leaving' : 'here'}`}</p>;
}

const press = (link: string) => userEvent.click(screen.getByRole('link', { name: link }));
const status = () => screen.getByRole('status').textContent;
const address = () => window.location.pathname + window.location.search;

async function go(steps: 1 | -1): Promise<void> {
  const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  await act(async () => {
    window.history.go(steps);
    await popped;
  });
}

it('keeps a screen until the code of the next one is there', async () => {
  await load();
  await press('Late screen');
  expect(screen.getByRole('heading').textContent).toBe('First');
  expect([status(), address()]).toEqual(['/ leaving', '/late']);
  await act(async () => arrive());
  await screen.findByRole('heading', { name: 'Late' });
  expect(status()).toBe('/late here');
});

it('shows the screen that was asked for last', async () => {
  await load();
  await press('Late screen');
  await press('Near');
  expect([screen.getByRole('heading').textContent, status()]).toEqual(['Near by', '/near here']);
  await act(async () => arrive());
  expect(screen.getByRole('heading').textContent).toBe('Near by');
});

it('shows another address for a screen over the page, which is that of its own after a full load', async () => {
  await load();
  await press('Over it');
  expect([status(), address()]).toEqual(['/near?open here', '/masked']);
  await go(-1);
  await go(1);
  expect([status(), address()]).toEqual(['/near?open here', '/masked']);
  cleanup();
  await load();
  expect([status(), address()]).toEqual(['/masked here', '/masked']);
});

it('scrolls a new screen to the top or to a part, and an earlier one to where it was', async () => {
  await load();
  scrolled = 300;
  await press('Near');
  expect(scrolled).toBe(0);
  scrolled = 200;
  await press('Over it');
  expect(scrolled).toBe(200);
  await press('Its part');
  expect(scrolled).toBe(700);
  scrolled = 650;
  for (const position of [200, 200, 300]) {
    await go(-1);
    expect(scrolled).toBe(position);
  }
  for (const position of [200, 200, 650]) {
    await go(1);
    expect(scrolled).toBe(position);
  }
});

it('knows after a full load where the entries before were', async () => {
  await load();
  scrolled = 300;
  await press('Near');
  scrolled = 150;
  window.dispatchEvent(new Event('pagehide'));
  expect(window.history.scrollRestoration).toBe('auto');
  cleanup();
  scrolled = 0;
  await load();
  window.dispatchEvent(new Event('pageshow'));
  expect(window.history.scrollRestoration).toBe('manual');
  expect(scrolled).toBe(150);
  await go(-1);
  expect(scrolled).toBe(300);
});

it('forgets the positions of entries that were replaced', async () => {
  await load();
  for (let presses = 0; presses < 3; presses += 1) await press('Near');
  window.dispatchEvent(new Event('pagehide'));
  expect(JSON.parse(sessionStorage.getItem('scroll-positions') ?? '')).toHaveLength(2);
});

it('leaves a first page where the browser scrolled it', async () => {
  scrolled = 90;
  await load();
  expect(scrolled).toBe(90);
});

it('gives each entry that the browser makes for a part of the page a position of its own', async () => {
  await load();
  for (const from of [500, 600]) {
    await act(async () => {
      window.location.hash = '#part';
      await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    });
    expect(scrolled, String(from)).toBe(700);
    scrolled = from;
    await press('Near');
    expect(scrolled).toBe(0);
  }
});
