import * as z from 'zod/mini';

/** The licence under which photos are uploaded. */
export const Licence = z.object({
  name: z.string(),
  /** The address of its text; null if the operator gave none. */
  url: z.nullable(z.string()),
});
export type Licence = z.infer<typeof Licence>;

/** What everybody may know about this installation. */
export const About = z.object({
  photoLicence: Licence,
  /** Whether it can send mail. Without mail, people cannot request a new password by themselves. */
  sendsMail: z.boolean(),
  /** Whether pictures of other sites are shown. Without them, a city's picture is uploaded. */
  foreignPictures: z.boolean(),
});
export type About = z.infer<typeof About>;
