import * as z from 'zod/mini';

/** Under which photos are uploaded. */
export const Licence = z.object({
  name: z.string(),
  /** Where it can be read; null where the operator gave no address. */
  url: z.nullable(z.string()),
});
export type Licence = z.infer<typeof Licence>;

/** What this installation is like, as far as everybody may know. */
export const About = z.object({
  photoLicence: Licence,
  /** Whether it can send mail: without it nobody can ask for a new password by themselves. */
  sendsMail: z.boolean(),
});
export type About = z.infer<typeof About>;
