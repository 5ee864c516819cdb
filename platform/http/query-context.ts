import type Router from '@koa/router';
import type Koa from 'koa';

import type { Viewer } from '#contracts/shared/parse';

/** What the middleware knows about a request. */
export interface RequestState extends Koa.DefaultState {
  requestId: string;
  viewer: Viewer;
}

export type RequestContext = Koa.ParameterizedContext<RequestState>;
export type QueryRouter = Router<RequestState>;
