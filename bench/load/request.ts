import * as z from 'zod/mini';

const Request = z.object({
  method: z.enum(['GET', 'POST', 'PUT']),
  path: z.string(),
  /** `{n}` in a header or body is replaced by a different number of twelve digits each time. */
  headers: z.optional(z.record(z.string(), z.string())),
  body: z.optional(z.string()),
});
export type LoadRequest = z.infer<typeof Request>;

export const Load = z.object({
  /** `http://{address}:{port}` */
  origin: z.string(),
  /** Sent in order, again and again. */
  requests: z.readonly(z.array(Request)),
  connections: z.number(),
  seconds: z.number(),
  /** Milliseconds between two requests of a connection; without it the next follows at once. */
  pause: z.optional(z.number()),
});
export type Load = z.infer<typeof Load>;

/** The result of a load: answers in all and each second, failed ones, and latencies in milliseconds. */
export const Result = z.object({
  answered: z.number(),
  failed: z.number(),
  perSecond: z.number(),
  p50: z.number(),
  p99: z.number(),
});
export type Result = z.infer<typeof Result>;
