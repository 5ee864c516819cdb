/** Groups of sockets that receive the same messages. */
export const rooms = {
  /** Moderators who are not blocked, and the administrator. */
  moderators: 'moderators',
  user: (id: string) => `user:${id}`,
  session: (sid: string) => `session:${sid}`,
} as const;
