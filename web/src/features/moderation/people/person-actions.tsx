import { useState } from 'react';

import type { PersonForDesk } from '#contracts/account/views';
import type { QueueKind } from '#contracts/moderation/words';
import { limits } from '#contracts/shared/limits';

import { reportFailure } from '../../../lib/session-calls.ts';
import { useRights } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { numberText } from '../../../lib/words.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { ConfirmDialog } from '../../../ui/confirm.tsx';
import type { Openable } from '../../../ui/dialog.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { useOpenFor } from '../../../ui/use-open-for.ts';
import { useChangeRoleMutation, useChangeStandingMutation, type Standing } from '../desk/desk-api.ts';
import { photoKinds, sentKinds, usePhotosOf, useRejectAll } from './theirs.ts';

type Deed = Standing | 'decline-all' | 'remove-all';

const words: Readonly<Record<Deed, { title: string; about: string; does: string; done: string }>> = {
  trust: {
    title: 'Trust',
    about: 'What they send applies at once, and is looked at afterwards.',
    does: 'Trust',
    done: 'is trusted now',
  },
  untrust: {
    title: 'Trust no longer',
    about: 'What they send waits for a decision again.',
    does: 'Trust No Longer',
    done: 'is trusted no longer',
  },
  block: {
    title: 'Block',
    about: 'They can read, take back what waits, and erase the account; nothing else.',
    does: 'Block',
    done: 'is blocked now',
  },
  unblock: {
    title: 'Unblock',
    about: 'They may contribute again.',
    does: 'Unblock',
    done: 'may contribute again',
  },
  'decline-all': {
    title: 'Decline all that waits of',
    about: 'Cities, locations and edits that wait are declined, with one reason. It can be undone as one.',
    does: 'Decline All',
    done: '',
  },
  'remove-all': {
    title: 'Remove all photos of',
    about: 'Photos that nobody has reviewed yet are removed, with one reason. It can be undone as one.',
    does: 'Remove All',
    done: '',
  },
};

/** The actions of a moderator on a person; the administrator can also grant roles. */
export function PersonActions({ person }: { readonly person: PersonForDesk }) {
  const { user, isAdmin } = useRights();
  const [asked, setAsked] = useState<Deed | null>(null);
  const [deed, during] = useOpenFor(asked, () => setAsked(null));
  const photos = usePhotosOf(person.id);
  const ask = (wanted: Deed) => () => setAsked(wanted);
  const isSelf = person.id === user?.id;
  // People may not act on themselves, and a moderator may not act on another moderator.
  const mayJudge = !isSelf && person.role !== 'admin' && (isAdmin || person.role === 'user');
  return (
    <div className="flex flex-wrap gap-2">
      {mayJudge && (
        <>
          {person.waiting > 0 && (
            <Button size="small" variant="danger" className="max-sm:min-h-11!" onClick={ask('decline-all')}>
              {person.waiting === 1
                ? 'Decline the one that waits'
                : `Decline all ${numberText(person.waiting)} that wait`}
            </Button>
          )}
          {photos > 0 && (
            <Button size="small" variant="danger" className="max-sm:min-h-11!" onClick={ask('remove-all')}>
              {photos === 1 ? 'Remove the one photo' : `Remove all ${numberText(photos)} photos`}
            </Button>
          )}
          <Button
            size="small"
            className="max-sm:min-h-11!"
            onClick={ask(person.trusted ? 'untrust' : 'trust')}
          >
            {person.trusted ? 'Trust no longer' : 'Trust'}
          </Button>
          <Button
            size="small"
            variant={person.blocked ? 'secondary' : 'danger'}
            className="max-sm:min-h-11!"
            onClick={ask(person.blocked ? 'unblock' : 'block')}
          >
            {person.blocked ? 'Unblock' : 'Block'}
          </Button>
        </>
      )}
      {isAdmin && person.role !== 'admin' && <Role person={person} />}
      {deed !== null && (
        // Another action starts with an empty form.
        <DeedDialog key={deed} deed={deed} person={person} photos={photos} {...during} />
      )}
    </div>
  );
}

function Role({ person }: { readonly person: PersonForDesk }) {
  const [change, { isLoading }] = useChangeRoleMutation();
  const isModerator = person.role === 'moderator';
  const press = async () => {
    const response = await change({ id: person.id, role: isModerator ? 'user' : 'moderator' });
    if (response.error) reportFailure(response.error, 'The role could not be changed.');
    else toast({ title: `${person.name} is ${isModerator ? 'no moderator any more' : 'a moderator now'}` });
  };
  return (
    <Button size="small" className="max-sm:min-h-11!" pending={isLoading} onClick={() => void press()}>
      {isModerator ? 'Moderator no longer' : 'Make a moderator'}
    </Button>
  );
}

interface DeedDialogProps extends Openable {
  readonly deed: Deed;
  readonly person: PersonForDesk;
  /** How many of their photos are not reviewed. */
  readonly photos: number;
}

function DeedDialog({ deed, person, photos, open, onOpenChange }: DeedDialogProps) {
  const { title, about, does, done } = words[deed];
  const [reason, setReason] = useState('');
  const [takesAlong, setTakesAlong] = useState(false);
  const [isSending, setSending] = useState(false);
  const [changeStanding] = useChangeStandingMutation();
  const rejectAll = useRejectAll(person.id);
  const kinds = rejectedBy(deed, takesAlong);
  const run = async (why: string | null) => {
    if (deed !== 'decline-all' && deed !== 'remove-all') {
      const response = await changeStanding({ id: person.id, to: deed, reason: why });
      if (response.error) return reportFailure(response.error, 'It could not be done.');
      toast({ title: `${person.name} ${done}` });
    }
    if (kinds.length > 0) await rejectAll(kinds, why);
    onOpenChange(false);
  };
  const confirm = async () => {
    setSending(true);
    await run(reason.trim() === '' ? null : reason);
    setSending(false);
  };
  const theirs = deed === 'block' ? theirsText(person.waiting, photos) : null;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${title} ${person.name}?`}
      description={about}
      confirmLabel={does}
      danger={deed === 'block' || kinds.length > 0}
      pending={isSending}
      onConfirm={() => void confirm()}
    >
      {theirs !== null && (
        <CheckBox
          className="mb-4"
          label={theirs}
          description="One decision, which can be undone as one; the block stays."
          checked={takesAlong}
          onChange={(event) => setTakesAlong(event.target.checked)}
        />
      )}
      <Field label="Reason" description={kinds.length > 0 ? 'They read it.' : 'Moderators alone read it.'}>
        {(ids) => (
          <TextArea
            {...ids}
            data-autofocus
            rows={3}
            maxLength={limits.reason}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </ConfirmDialog>
  );
}

/** The kinds of items that an action also declines or removes. */
function rejectedBy(deed: Deed, takesAlong: boolean): readonly QueueKind[] {
  if (deed === 'decline-all') return sentKinds;
  if (deed === 'remove-all') return photoKinds;
  return deed === 'block' && takesAlong ? [...sentKinds, ...photoKinds] : [];
}

/** 'Also decline the 3 that wait and remove the 30 photos'; null if the person has neither. */
function theirsText(waiting: number, photos: number): string | null {
  const parts = [
    waiting === 0
      ? null
      : waiting === 1
        ? 'decline the one that waits'
        : `decline the ${numberText(waiting)} that wait`,
    photos === 0 ? null : photos === 1 ? 'remove the one photo' : `remove the ${numberText(photos)} photos`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : `Also ${parts.join(' and ')}`;
}
