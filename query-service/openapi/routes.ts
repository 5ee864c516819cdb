import type { ServiceRouter } from '#platform/http/context';
import { docsPolicy } from '#platform/http/headers';
import { docsPage, docsStyle } from './docs-page.ts';
import { openApiDocument } from './document.ts';

/** Serves the API's description for programs and for people. It is made at the first request. */
export function docsRoutes(router: ServiceRouter, publicOrigin: string): void {
  const made = once(() => openApiDocument(publicOrigin));
  const json = once(() => JSON.stringify(made()));
  const page = once(() => docsPage(made()));

  const get = (path: string, type: string, body: () => string, headers: Record<string, string> = {}) =>
    router.get(path, (ctx) => {
      ctx.set({ 'Cache-Control': 'public, no-cache', ...headers });
      ctx.type = type;
      ctx.body = body();
    });
  get('/api/openapi.json', 'application/json', json);
  get('/api/docs', 'text/html', page, { 'Content-Security-Policy': docsPolicy });
  get('/api/docs.css', 'text/css', () => docsStyle);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
