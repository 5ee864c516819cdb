/** A person's opinion of a place is one document. */
export const opinionId = (locationId: string, userId: string) => `${locationId}:${userId}`;
