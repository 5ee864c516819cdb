import { afterEach, expect, test, vi } from 'vitest';

import { renderPage } from './render.tsx';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['/city/%?page=2', 'City not found'],
  ['/%E0%A4%A', '404 Page Not Found'],
])(
  'a path that is no encoded text is a missing page, and no warning in the log: %s',
  async (url, heading) => {
    const warned = vi.spyOn(console, 'warn');
    const ask = async () => ({ status: 404, code: 'city-not-found', message: '' }) as const;
    const { status, html } = await renderPage({ url, ask });
    expect(status).toBe(404);
    expect(html.join('')).toContain(`>${heading}</h1>`);
    expect(warned).not.toHaveBeenCalled();
  },
);
