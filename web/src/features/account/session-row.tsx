import { Laptop, Smartphone, SquareTerminal, Tablet, type LucideIcon } from 'lucide-react';

import { providerLabels } from '#contracts/shared/providers';
import type { SessionEntry } from '#contracts/account/views';

import { dayAndTimeText, dayText } from '../../lib/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { deviceOf, type Device } from './device.ts';

const icons: Readonly<Record<Device['kind'], LucideIcon>> = {
  computer: Laptop,
  phone: Smartphone,
  tablet: Tablet,
  other: SquareTerminal,
};

interface SessionRowProps {
  readonly session: SessionEntry;
  readonly ending: boolean;
  readonly onEnd: () => void;
}

export function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const { isCurrent, agent, createdAt, lastUsedAt } = session;
  const { name, kind } = deviceOf(agent);
  const Icon = icons[kind];
  return (
    <li className="flex items-center gap-4 px-4 py-4 sm:px-5">
      <Icon size={24} strokeWidth={1.5} aria-hidden className="shrink-0 text-soft" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span className="wrap-anywhere">{name}</span>
          {isCurrent && <Badge tone="ok">This browser</Badge>}
        </p>
        <p className="mt-0.5 text-sm text-soft">
          since {dayAndTimeText(createdAt)}
          {beginning(session)}
          {/* Only the day: the time of the last use is not known more precisely. */}
          {!isCurrent && `, last used ${dayText(lastUsedAt)}`}
        </p>
      </div>
      {!isCurrent && (
        <Button size="small" pending={ending} onClick={onEnd}>
          End
          <VisuallyHidden>
            {' '}
            the session of {name}, since {dayAndTimeText(createdAt)}
          </VisuallyHidden>
        </Button>
      )}
    </li>
  );
}

function beginning({ startedBy }: SessionEntry): string {
  if (startedBy === null) return '';
  return startedBy === 'password' ? ', with the password' : `, with ${providerLabels[startedBy]}`;
}
