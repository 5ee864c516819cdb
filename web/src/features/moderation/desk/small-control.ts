/** Classes of a compact control: lower than in a form, but full height on a phone. */
export const small = 'max-sm:pr-8! max-sm:pl-3! sm:h-9! sm:pl-2.5! sm:text-sm!';
