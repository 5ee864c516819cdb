import * as z from 'zod/mini';

const message = 'date must be a day from 1900-01-01 to 2100-12-31, as YYYY-MM-DD';

/** Whether a text is a day in the years for which the calculation of light is accurate, as YYYY-MM-DD. */
export const isDay = (text: string): boolean =>
  /^(19\d\d|20\d\d|2100)-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

export const day = z.string({ error: message }).check(z.refine(isDay, { error: message }));

export const LightQuery = z.object({ date: z.optional(day) });
