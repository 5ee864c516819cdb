import type { QueryRouter } from '../http/context.ts';
import { dataPolicy, docsPolicy } from '../http/headers.ts';
import { docsPage, docsStyle } from '../openapi/docs-page.ts';
import { openApiDocument } from '../openapi/document.ts';

/** The API's own description, for programs and for people; made when it is first asked for. */
export function docsRoutes(router: QueryRouter, publicOrigin: string): void {
  const made = once(() => openApiDocument(publicOrigin));
  const json = once(() => JSON.stringify(made()));
  const page = once(() => docsPage(made()));

  const get = (path: string, type: string, policy: string, body: () => string) =>
    router.get(path, (ctx) => {
      ctx.set('Cache-Control', 'public, no-cache');
      ctx.set('Content-Security-Policy', policy);
      ctx.type = type;
      ctx.body = body();
    });
  get('/api/openapi.json', 'application/json', dataPolicy, json);
  get('/api/docs', 'text/html', docsPolicy, page);
  get('/api/docs.css', 'text/css', dataPolicy, () => docsStyle);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
