import type Router from '@koa/router';
import type Koa from 'koa';

import type { Viewer } from '#contracts/shared/parse';

import type { Identity } from '#platform/record-store/index';

/** What the shared middleware finds out about a request. */
export interface RequestState extends Koa.DefaultState {
  requestId: string;
  viewer: Viewer;
  identity: Identity | null;
  /** Reads identity and viewer again if the request began more than a moment ago. */
  recogniseAgain: () => Promise<void>;
  /** How the person was recognised. Browsers send only the cookie by themselves. */
  recognisedBy: 'bearer' | 'cookie' | null;
  /** For a POST with an idempotency key: the key, and a hash (hex) of operation and body. */
  idempotent?: { readonly key: string; readonly fingerprint: string };
  /** Processor time (milliseconds) for decoding the picture of an upload. */
  spent?: number;
  /** SHA-256 (hex) of a body that is not held as text. */
  bodyDigest?: string;
  /** The id of the person whom this request signed in. */
  signedIn?: string;
}

export type RequestContext = Koa.ParameterizedContext<RequestState>;
export type RequestMiddleware = Koa.Middleware<RequestState>;
export type ServiceRouter = Router<RequestState>;
