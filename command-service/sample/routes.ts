import { operations } from '#contracts/api';

import type { ServiceRouter } from '#platform/http/route';
import { removeSample, type RemoveSampleDeps } from './remove.ts';
import { answerEmpty } from '../shared/answer.ts';
import { mountWrite, type RouteDeps } from '../shared/deps.ts';

export function sampleRoutes(router: ServiceRouter, deps: RouteDeps, sample: RemoveSampleDeps): void {
  mountWrite(router, deps, operations.removeSample, async (ctx, _input, context) => {
    await answerEmpty(ctx, await removeSample(sample, context), deps.views.reached);
  });
}
