import type { ReactNode } from 'react';

import { providerLabels } from '#contracts/shared/providers';
import type { Profile } from '#contracts/account/views';

import { displayName } from '../../lib/session.ts';
import { monthText } from '../../lib/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Picture } from '../../ui/picture.tsx';

/** The picture of the current hour, and in front of it the signed-in person. */
export function ProfileHead({ profile }: { readonly profile: Profile }) {
  const { email, createdAt, hasPassword, providers, isAdmin } = profile;
  const name = displayName(profile);
  const ways = [
    ...providers.map((provider) => providerLabels[provider]),
    ...(hasPassword ? ['a password'] : []),
  ];
  return (
    <HeadBand avatar={<Avatar profile={profile} />}>
      <h1 className="text-3xl wrap-anywhere sm:text-4xl">{name}</h1>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 wrap-anywhere">
        {name !== email && email}
        {isAdmin && <Badge tone="pending">Administrator</Badge>}
      </p>
      <p className="mt-1 text-md text-soft">
        Here since {monthText(createdAt)}
        {ways.length > 0 && `, signing in with ${list(ways)}`}.
      </p>
    </HeadBand>
  );
}

interface HeadBandProps {
  readonly avatar: ReactNode;
  readonly children: ReactNode;
}

export function HeadBand({ avatar, children }: HeadBandProps) {
  return (
    <div>
      <div className="relative h-40 overflow-hidden bg-night sm:h-56">
        <div className="light-of-hour absolute inset-0 bg-position-[68%_54%]" />
      </div>
      <div className="page flex flex-col gap-x-7 gap-y-4 sm:flex-row">
        <div className="relative z-1 -mt-14 size-28 shrink-0 overflow-hidden rounded-full border-4 border-paper bg-sunk sm:-mt-16 sm:size-36">
          {avatar}
        </div>
        <div className="min-w-0 sm:pt-5">{children}</div>
      </div>
    </div>
  );
}

function Avatar({ profile }: { readonly profile: Profile }) {
  const initials = (
    <span
      aria-hidden
      className="grid size-full place-items-center bg-accent font-display text-4xl font-[560] text-on-accent"
    >
      {initialsOf(profile)}
    </span>
  );
  if (profile.profileImageUrl === null) return initials;
  return <Picture src={profile.profileImageUrl} alt="" width={144} height={144} eager fallback={initials} />;
}

function initialsOf({ firstName, lastName, email }: Profile): string {
  const parts = [firstName, lastName].filter((part) => part !== null && part !== '');
  const letters = (parts.length > 0 ? parts : [email]).map((part) => [...(part ?? '')][0] ?? '');
  return letters.join('').toLocaleUpperCase();
}

const list = (words: readonly string[]): string => new Intl.ListFormat('en-GB').format(words);
