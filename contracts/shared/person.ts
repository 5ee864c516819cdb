/** A person who sends a request, and what they may do. Read again for every request. */
export interface Person {
  readonly userId: string;
  readonly isAdmin: boolean;
  /** The administrator, and moderators who are not blocked. */
  readonly canModerate: boolean;
  /** Their contributions apply at once and are reviewed afterwards. */
  readonly isTrusted: boolean;
  /** They may only read, withdraw waiting items, and erase their account. */
  readonly isBlocked: boolean;
}

/** What an account may do, according to its stream. The administrator's rights are not in its stream. */
export interface Standing {
  readonly role: 'user' | 'moderator';
  readonly trusted: boolean;
  readonly blocked: boolean;
}

export const newStanding: Standing = { role: 'user', trusted: false, blocked: false };

export const personOf = (userId: string, { role, trusted, blocked }: Standing): Person => ({
  userId,
  isAdmin: false,
  // A blocked moderator has no moderator's rights.
  canModerate: role === 'moderator' && !blocked,
  isTrusted: trusted && !blocked,
  isBlocked: blocked,
});

export const ordinaryPerson = (userId: string): Person => personOf(userId, newStanding);

export const administrator = (userId: string): Person => ({
  userId,
  isAdmin: true,
  canModerate: true,
  isTrusted: true,
  isBlocked: false,
});
