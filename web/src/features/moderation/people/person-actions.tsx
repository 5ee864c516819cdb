import { useState } from 'react';

import { limits } from '#contracts/limits';
import type { PersonForDesk } from '#contracts/views/people';
import type { QueueItem } from '#contracts/views/queue';

import type { Page } from '../../../app/api.ts';
import { reportFailure } from '../../../app/session-calls.ts';
import { useViewer } from '../../../app/session.ts';
import { useAppDispatch } from '../../../app/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.ts';
import { deskApi, useChangeRoleMutation, useChangeStandingMutation, type Standing } from '../desk-api.ts';
import { everything, queuePath } from '../queue/filter.ts';
import { useDecisions } from '../queue/use-decide.ts';

type Deed = Standing | 'decline-all';

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
    about:
      'Cities, locations and edits that wait are declined, with one reason. It can be taken back as one.',
    does: 'Decline All',
    done: '',
  },
};

/** What a moderator may do about a person; the administrator can also grant roles. */
export function PersonActions({ person }: { readonly person: PersonForDesk }) {
  const { user, isAdmin } = useViewer();
  const [chosenDeed, setChosenDeed] = useState<Deed | null>(null);
  const [open, setOpen] = useState(false);
  const ask = (deed: Deed) => () => {
    setChosenDeed(deed);
    setOpen(true);
  };
  const isSelf = person.id === user?.id;
  // Nobody may judge themselves, and a moderator may not judge another moderator.
  const mayJudge = !isSelf && person.role !== 'admin' && (isAdmin || person.role === 'user');
  return (
    <div className="flex flex-wrap gap-2">
      {mayJudge && (
        <>
          {person.waiting > 0 && (
            <Button size="small" variant="danger" className="max-sm:h-11!" onClick={ask('decline-all')}>
              {person.waiting === 1
                ? 'Decline the one that waits'
                : `Decline all ${person.waiting} that wait`}
            </Button>
          )}
          <Button size="small" className="max-sm:h-11!" onClick={ask(person.trusted ? 'untrust' : 'trust')}>
            {person.trusted ? 'Trust no longer' : 'Trust'}
          </Button>
          <Button
            size="small"
            variant={person.blocked ? 'secondary' : 'danger'}
            className="max-sm:h-11!"
            onClick={ask(person.blocked ? 'unblock' : 'block')}
          >
            {person.blocked ? 'Unblock' : 'Block'}
          </Button>
        </>
      )}
      {isAdmin && person.role !== 'admin' && <Role person={person} />}
      {chosenDeed !== null && (
        <DeedDialog deed={chosenDeed} person={person} open={open} onOpenChange={setOpen} />
      )}
    </div>
  );
}

function Role({ person }: { readonly person: PersonForDesk }) {
  const [change, { isLoading }] = useChangeRoleMutation();
  const isModerator = person.role === 'moderator';
  const press = async () => {
    const answer = await change({ id: person.id, role: isModerator ? 'user' : 'moderator' });
    if (answer.error) reportFailure(answer.error, 'The role could not be changed.');
    else toast({ title: `${person.name} is ${isModerator ? 'no moderator any more' : 'a moderator now'}` });
  };
  return (
    <Button size="small" className="max-sm:h-11!" pending={isLoading} onClick={() => void press()}>
      {isModerator ? 'Moderator no longer' : 'Make a moderator'}
    </Button>
  );
}

interface DeedDialogProps {
  readonly deed: Deed;
  readonly person: PersonForDesk;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

function DeedDialog({ deed, person, open, onOpenChange }: DeedDialogProps) {
  const { title, about, does, done } = words[deed];
  const [reason, setReason] = useState('');
  const [changeStanding, { isLoading }] = useChangeStandingMutation();
  const declineAll = useDeclineAll(person);
  const [declining, setDeclining] = useState(false);
  const confirm = async () => {
    const why = reason.trim() === '' ? null : reason;
    if (deed === 'decline-all') {
      setDeclining(true);
      await declineAll(why);
      setDeclining(false);
      return onOpenChange(false);
    }
    const answer = await changeStanding({ id: person.id, to: deed, reason: why });
    if (answer.error) return reportFailure(answer.error, 'It could not be done.');
    toast({ title: `${person.name} ${done}` });
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title={`${title} ${person.name}?`}
      description={about}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            variant={deed === 'block' || deed === 'decline-all' ? 'danger' : 'primary'}
            pending={isLoading || declining}
            onClick={() => void confirm()}
          >
            {does}
          </Button>
        </>
      }
    >
      <Field
        label="Reason"
        description={deed === 'decline-all' ? 'They read it.' : 'Moderators alone read it.'}
      >
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
    </Dialog>
  );
}

interface Answer {
  readonly data?: Page<QueueItem> | undefined;
  readonly error?: unknown;
}

/** Declines everything of this person that waits, also what the list does not show. */
function useDeclineAll(person: PersonForDesk): (reason: string | null) => Promise<void> {
  const dispatch = useAppDispatch();
  const { decide } = useDecisions();
  return async (reason) => {
    const filter = { ...everything, submitter: person.id, kinds: ['city', 'location', 'edit'] as const };
    const items: QueueItem[] = [];
    for (let path: string | null = queuePath(filter, 500); path !== null;) {
      const options = { forceRefetch: true, subscribe: false } as const;
      const answer: Answer = await dispatch(deskApi.endpoints.readQueue.initiate(path, options));
      if (answer.data === undefined) return reportFailure(answer.error, 'What waits could not be read.');
      items.push(...answer.data.items);
      path = answer.data.next;
    }
    if (items.length > 0) await decide(items, { decision: 'reject', reason });
  };
}
