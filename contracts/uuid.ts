/** What a UUID of any version looks like in lower case; for expressions that hold more. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** A UUID and nothing else, in any case. */
export const uuidExpression = new RegExp(`^${uuidPattern}$`, 'i');

export const isUuid = (text: string): boolean => uuidExpression.test(text);
