import * as z from 'zod/mini';

/** The result of a load: answers in all and each second, failed ones, and latencies in milliseconds. */
export const Result = z.object({
  answered: z.number(),
  failed: z.number(),
  perSecond: z.number(),
  p50: z.number(),
  p99: z.number(),
});
export type Result = z.infer<typeof Result>;
