import type { ErrorCode } from './shared/errors.ts';

/** The interface between the page renderer (web/src/render.tsx) and the server that runs it (query-service/pages). */

/** The response to a GET of the API, as for a visitor. */
export type AskedResponse =
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
  readonly ask: (url: string) => Promise<AskedResponse>;
}

interface RenderedPage {
  /** 404 if the page says that its subject does not exist. */
  readonly status: 200 | 404;
  /** In parts, because joining them would copy a large string. */
  readonly html: readonly string[];
  /** Escaped for HTML. */
  readonly title: string;
  /** The responses that the page was rendered from; the browser starts with them. */
  readonly state: object;
  /** Name of the screen's module in the build. */
  readonly module: string;
}

export type RenderPage = (request: PageRequest) => Promise<RenderedPage>;
