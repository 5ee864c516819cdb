/** The source of an expression for a UUID of any version in lower case, to be used inside longer expressions. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Matches a text that is exactly one UUID, in upper or lower case. */
export const uuidExpression = new RegExp(`^${uuidPattern}$`, 'i');

export const isUuid = (text: string): boolean => uuidExpression.test(text);
