/** What follows after something was sent in: nothing to wait for, for the administrator. */
export const reviewNote = (isAdmin: boolean): { text?: string } =>
  isAdmin ? {} : { text: 'It will be shown to everyone once it has been reviewed.' };
