import * as z from 'zod/mini';

/** The operator's own text of a page; null where there is none, and the one that comes with the product stands. */
export const OwnPage = z.object({ text: z.nullable(z.string()) });
export type OwnPage = z.infer<typeof OwnPage>;
