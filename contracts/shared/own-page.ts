import * as z from 'zod/mini';

/** The operator's own text for a page; null if there is none, and the product's text is shown. */
export const OwnPage = z.object({ text: z.nullable(z.string()) });
export type OwnPage = z.infer<typeof OwnPage>;
