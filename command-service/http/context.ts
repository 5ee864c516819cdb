import type Koa from 'koa';

import type { Viewer } from '#contracts/parse';

import type { Identity } from '../record-store/index.ts';

/** What the shared middleware knows about a request once it has passed. */
export interface RequestState extends Koa.DefaultState {
  requestId: string;
  viewer: Viewer;
  identity: Identity | null;
  /** How the person was recognised: only a cookie is sent by a browser unasked. */
  recognisedBy: 'bearer' | 'cookie' | null;
  /** Who has signed in by this request. */
  signedIn?: string;
}

export type RequestContext = Koa.ParameterizedContext<RequestState>;
export type RequestMiddleware = Koa.Middleware<RequestState>;
