import { escapeHtml } from '#contracts/shared/escape-html';
import type { ServiceRouter } from '#platform/http/context';
import { docsPolicy } from '#platform/http/headers';
import { groupBy } from '#platform/queries/group-by';

import { type OpenApiDocument, openApiDocument, type OperationObject, type Parameter } from './document.ts';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

/** The document as one readable HTML page, without scripts and with one stylesheet (`/api/docs.css`). */
function docsPage(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ method, path, operation })),
  );
  const groups = [...groupBy(calls, ({ operation }) => operation.tags[0] ?? 'Other')];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(document.info.title)} API</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
<h1>${escapeHtml(document.info.title)} API</h1>
<p>${prose(document.info.description)}</p>
<p><a href="/api/openapi.json">The OpenAPI document</a></p>
</header>
<nav aria-label="Calls">
${groups.map(([name, members]) => `<h2>${escapeHtml(name)}</h2><ul>${members.map(linkTo).join('')}</ul>`).join('\n')}
</nav>
<main id="calls">
${groups.map(([name, members]) => `<h2>${escapeHtml(name)}</h2>\n${members.map(section).join('\n')}`).join('\n')}
<h2>Shapes</h2>
${Object.entries(document.components['schemas'] ?? {})
  .map(([name, schema]) => shape(name, schema))
  .join('\n')}
</main>
</body>
</html>
`;
}

const linkTo = ({ method, path, operation }: Call) =>
  `<li><a href="#${operation.operationId}"><b>${method.toUpperCase()}</b> ${escapeHtml(path)}</a></li>`;

const section = ({ method, path, operation }: Call) => `<section id="${operation.operationId}">
<h3><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h3>
<p>${prose(operation.summary)}. ${access(operation)}</p>
${parameterTable(operation.parameters)}
${operation.requestBody ? details('Body', operation.requestBody) : ''}
<table><caption>Answers</caption><thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
<tbody>${Object.entries(operation.responses).map(responseRow).join('')}</tbody></table>
</section>`;

const access = ({ security, tags }: OperationObject) => {
  if (security.some((each) => Object.keys(each).length === 0)) return 'Open to everyone.';
  return tags.includes('Moderation') ? 'For the administrator.' : 'For signed-in people.';
};

const parameterTable = (parameters: readonly Parameter[]) =>
  parameters.length === 0
    ? ''
    : `<table><caption>Parameters</caption>
<thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Form</th></tr></thead>
<tbody>${parameters.map(parameterRow).join('')}</tbody></table>`;

const parameterRow = ({ name, in: place, required, schema, description = '' }: Parameter) =>
  `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${place}${required ? '' : ', optional'}</td>` +
  `<td><code>${escapeHtml(JSON.stringify(schema))}</code> ${prose(description)}</td></tr>`;

const responseRow = ([status, { description }]: [string, { readonly description: string }]) =>
  `<tr><th scope="row">${status}</th><td>${description.split('\n\n').map(prose).join('<br>')}</td></tr>`;

const shape = (name: string, schema: unknown) =>
  `<section id="shape-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${details('JSON Schema', schema)}</section>`;

const details = (title: string, value: unknown) =>
  `<details><summary>${title}</summary><pre tabindex="0"><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre></details>`;

const prose = (text: string) => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const docsStyle = `:root {
  color-scheme: light dark;
  --paper: light-dark(#fbf8f3, #171513);
  --ink: light-dark(#24201c, #ece6dd);
  --quiet: light-dark(#5f564c, #b3a898);
  --line: light-dark(#ddd3c5, #3a342d);
  --link: light-dark(#8a3c10, #f0a878);
}
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; }
nav ul { list-style: none; padding: 0; columns: 24rem; }
nav li { overflow-wrap: anywhere; padding-block: 0.25rem; }
h3 { margin-top: 2.5rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; margin-block: 0.75rem; }
caption { text-align: left; font-weight: 600; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.6rem 0.35rem 0; border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere; }
thead th { color: var(--quiet); font-weight: 500; }
pre { overflow: auto; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; }
`;

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
