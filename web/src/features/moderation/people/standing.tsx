import type { PersonForDesk } from '#contracts/account/views';

import { Badge } from '../../../ui/badge.tsx';

/** A person's role and standing in words. */
export function Standing({ person }: { readonly person: PersonForDesk }) {
  const { role, trusted, blocked, approved, submitted } = person;
  return (
    <>
      {role === 'admin' && <Badge>Administrator</Badge>}
      {role === 'moderator' && <Badge>Moderator</Badge>}
      {trusted && <Badge tone="ok">Trusted</Badge>}
      {blocked && <Badge tone="no">Blocked</Badge>}
      {approved === 0 && submitted > 0 && <Badge>New</Badge>}
    </>
  );
}
