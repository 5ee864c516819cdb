/** Puts requested mails into the outbox. */
export interface Post {
  /** Mails a link for a new password if the address has an account. The sender of the request does not learn this. */
  askReset(email: string): Promise<void>;
  /** Mails a link that confirms the address of an account. */
  askConfirmation(userId: string): Promise<void>;
}
