import { Ajv2020 } from 'ajv/dist/2020.js';

import { csv, ndjson, positionHeaders } from '#contracts/shared/operation';

/** The checked parts of a response. */
interface CheckedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly text: string;
}
/** @throws Error when a response does not match the API's own description */
export type CheckResponse = (method: string, path: string, response: CheckedResponse) => void;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Responses }>>>>;
}
type Responses = Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;

const documentId = 'https://lightfall.test/openapi.json';
const pointer = (...parts: string[]) =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** All servers of a worker share one document, because creating and compiling it takes long. */
let check: Promise<CheckResponse> | undefined;

/** Makes a check of responses against the OpenAPI document of this server. */
export function createOpenApiCheck(origin: string): Promise<CheckResponse> {
  check ??= fetch(`${origin}/api/openapi.json`)
    .then((response) => response.json())
    .then((document) => checkAgainst(document as Document));
  return check;
}

function checkAgainst(document: Document): CheckResponse {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ ...document, $id: documentId });
  // Fixed paths come before those with a parameter in the same place.
  const paths = Object.keys(document.paths)
    .map((template) => ({ template, pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
    .sort((one, other) => Number(one.template.includes('{')) - Number(other.template.includes('{')));
  const validate = (reference: string, value: unknown, where: string) => {
    const check = ajv.getSchema(`${documentId}#${reference}`);
    if (check === undefined) throw new Error(`${where}: the document has no schema at ${reference}`);
    if (check(value) !== true) throw new Error(`${where}: ${ajv.errorsText(check.errors)}`);
  };

  return (method, path, response) => {
    const { status, headers, body, text } = response;
    const where = `${method} ${path} answered ${status}`;
    const fail = (what: string): never => {
      throw new Error(`${where}: ${what}\n${text.slice(0, 500)}`);
    };
    if (status === 500) fail('a fault of ours');
    if (headers.get('X-Content-Type-Options') !== 'nosniff') fail('without X-Content-Type-Options');
    if (headers.get('Referrer-Policy') === null) fail('without Referrer-Policy');
    if ((status === 429 || status === 503) && !(Number(headers.get('Retry-After')) > 0)) {
      fail('without Retry-After');
    }
    if (status === 401 && headers.get('WWW-Authenticate') === null) fail('without WWW-Authenticate');
    if (text.includes('node_modules') || /\n\s+at /.test(text)) fail('with a stack trace');
    const isProblem = headers.get('Content-Type')?.startsWith('application/problem+json') === true;
    if (isProblem) validate(pointer('components', 'schemas', 'Problem'), body, where);
    const said = isProblem ? (body as { status?: unknown }).status : status;
    if (said !== status) fail('with another status inside');
    const { pathname } = new URL(path, documentId);
    const isApi = /^\/(api|auth)\//.test(pathname);
    if (isApi && status >= 400 && !isProblem) fail('not a problem document');

    const template = paths.find(({ pattern }) => pattern.test(pathname))?.template;
    const known = template && document.paths[template]?.[method.toLowerCase()];
    if (!known || status === 304) return;
    const promised = known.responses[status];
    if (promised === undefined) return fail('which the document does not know');
    const types = Object.keys(promised.content ?? {});
    if (types.length === 0) {
      if (text !== '') fail('with a body where none is promised');
    } else {
      const type = headers.get('Content-Type')?.split(';')[0] ?? '';
      if (!types.includes(type)) fail(`not ${types.join(' or ')}`);
      const reference = pointer(
        ...['paths', template, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema'],
      );
      const lines = () =>
        text.split('\n').flatMap((line): unknown => (line === '' ? [] : [JSON.parse(line)]));
      for (const value of type === ndjson ? lines() : [type === csv ? text : body])
        validate(reference, value, where);
    }
    const isCommand = method !== 'GET' && template.startsWith('/api/');
    if (isCommand && status < 300 && !/^\d+$/.test(headers.get(positionHeaders.event) ?? '')) {
      fail('without X-Event-Position');
    }
    if (isCommand && status === 201 && headers.get('Location') === null) fail('without Location');
    const isList = method === 'GET' && status === 200 && Array.isArray(body);
    if (isList && !/^(\d{1,3}|1000\+?)$/.test(headers.get(positionHeaders.total) ?? '')) {
      fail('without X-Total-Count');
    }
  };
}
