/** A control among many: lower than in a form, but not for a thumb. */
export const small = 'sm:h-9! sm:pl-2.5! sm:text-sm!';
