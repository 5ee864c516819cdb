/** A person who sends a request, and what they may do; read again for every request. */
export interface Person {
  readonly userId: string;
  readonly isAdmin: boolean;
  /** The administrator, and moderators who are not blocked. */
  readonly canModerate: boolean;
  /** Their contributions apply at once and are checked afterwards. */
  readonly isTrusted: boolean;
  /** They read, take back what waits and erase their account, and write nothing else. */
  readonly isBlocked: boolean;
}

/** What was granted to an account or taken from it, as its stream says. The administrator's is not in here. */
export interface Standing {
  readonly role: 'user' | 'moderator';
  readonly trusted: boolean;
  readonly blocked: boolean;
}

export const newStanding: Standing = { role: 'user', trusted: false, blocked: false };

export const personOf = (userId: string, { role, trusted, blocked }: Standing): Person => ({
  userId,
  isAdmin: false,
  // A blocked moderator is no moderator meanwhile.
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
