import type { ErrorCode } from './shared/errors.ts';

/** What the page's renderer (web/src/render.tsx) and the server that runs it (query-service/pages) tell each other. */

/** The answer to a GET of the API, as a visitor gets it. */
export type AskedAnswer =
  | {
      readonly status: 200;
      /** The JSON value. */
      readonly body: unknown;
      /** Path of the next page; null on the last. */
      readonly next: string | null;
      readonly total: string | null;
    }
  | { readonly status: number; readonly code: ErrorCode; readonly message: string };

interface PageRequest {
  /** The page's path and query string. */
  readonly url: string;
  /** Answers a GET of the API by its path and query string. */
  readonly ask: (url: string) => Promise<AskedAnswer>;
}

interface RenderedPage {
  /** 404 where the page says that what it is about does not exist. */
  readonly status: 200 | 404;
  readonly html: string;
  /** Escaped for HTML. */
  readonly title: string;
  /** The answers that the page was rendered from, which the browser starts with. */
  readonly state: object;
  /** Name of the screen's module in the build. */
  readonly module: string;
}

export type RenderPage = (request: PageRequest) => Promise<RenderedPage>;
