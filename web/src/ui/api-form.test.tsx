// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRef, type ComponentProps, type RefObject } from 'react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import type { User } from '#contracts/account/views';

import { draftKey, endDrafts, readDraft, writeDraft } from '../lib/drafts.ts';
import { useApiForm } from '../lib/form/use-api-form.ts';
import { sessionEnded, sessionFound } from '../lib/session.ts';
import { OpenSignIn } from '../lib/sign-in.ts';
import { createStore, type Store } from '../lib/store.ts';
import { toastStore } from '../lib/toast.ts';
import { Form, FormButtons } from './api-form.tsx';
import { Field, TextInput } from './field.tsx';
import { SignedInForm } from './signed-in-form.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  toastStore.set(null);
});

const Note = z.object({
  name: z.string().check(z.minLength(1, 'Name is required')),
  text: z.string().check(z.refine((text) => text !== '?', 'Text is a question')),
});
type Note = z.infer<typeof Note>;
type MutationResult = { readonly data?: string; readonly error?: unknown };

const refusal = (status: number, errors: ReadonlyArray<{ path: string; message: string }> = []) => ({
  error: { status, code: 'invalid', message: 'Not so.', errors },
});

/** Gets its control's properties, so it is registered before a field that is above it. */
const TextField = ({ error, ...control }: ComponentProps<'input'> & { error: string | undefined }) => (
  <Field label="Text" required error={error}>
    {(ids) => <TextInput {...ids} {...control} />}
  </Field>
);

interface FormProps {
  readonly send: (values: Note, changed: readonly string[]) => Promise<MutationResult>;
  readonly ready?: () => Promise<string | null>;
  /** The values of a form that stays open once it was sent. */
  readonly next?: Note;
  readonly element?: RefObject<HTMLFormElement | null>;
}

/** Renders the form of a signed-in person; records sent values and closing. */
function open(store: Store, props: FormProps) {
  const events: string[] = [];
  function Fields({ send, ready, next, element }: FormProps) {
    const form = useApiForm<Note, Note, string>({
      schema: Note,
      defaultValues: { name: '', text: '' },
      draft: 'note',
      ...(ready && { ready }),
      send,
      failure: 'Failed to save',
      failsInside: true,
      onSent: (response) => {
        events.push(response);
        return next;
      },
    });
    return (
      <Form form={form} {...(element && { ref: element })}>
        <Field label="Name" required error={form.formState.errors.name?.message}>
          {(ids) => <TextInput {...ids} {...form.register('name')} />}
        </Field>
        <TextField error={form.formState.errors.text?.message} {...form.register('text')} />
        <FormButtons
          form={form}
          submitLabel="Save"
          waitingFor="Waiting"
          onCancel={() => events.push('cancelled')}
        />
      </Form>
    );
  }
  const view = render(
    <Provider store={store}>
      <OpenSignIn value={() => events.push('sign-in')}>
        <SignedInForm required="Sign in first">
          <Fields {...props} />
        </SignedInForm>
      </OpenSignIn>
    </Provider>,
  );
  return { events, close: view.unmount };
}

const sessionOf = (id: string) =>
  sessionFound({ token: id, expiresAt: null, user: { id, email: `${id}@example.org` } as User });

function signedIn(id: string): Store {
  const store = createStore();
  store.dispatch(sessionOf(id));
  return store;
}

const saved = async (): Promise<MutationResult> => ({ data: 'saved' });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const draftOf = (id: string) => readDraft(draftKey(id, 'note'));

describe('a form', () => {
  it('shows the schema’s message, and sends valid values with the names of the changed fields', async () => {
    const sent: unknown[] = [];
    const { events } = open(signedIn('ada'), {
      send: async (...all) => {
        sent.push(all);
        return saved();
      },
    });
    await press('Save');
    await screen.findByText('Name is required');
    expect(sent).toEqual([]);
    await userEvent.type(field('Name'), 'Weir');
    await press('Save');
    expect(sent).toEqual([[{ name: 'Weir', text: '' }, ['name']]]);
    expect(events).toEqual(['saved']);
  });

  it('focuses the first invalid field also if its owner has a reference to its element', async () => {
    const element = createRef<HTMLFormElement>();
    open(signedIn('ada'), { send: saved, element });
    await press('Save');
    await screen.findByText('Name is required');
    expect(document.activeElement).toBe(field('Name'));
    expect(element.current?.contains(field('Name'))).toBe(true);
  });

  it('focuses the first invalid field on the screen, whether schema or server refused it', async () => {
    const taken = refusal(400, [
      { path: 'text', message: 'Taken.' },
      { path: 'name', message: 'Taken as well.' },
    ]);
    open(signedIn('ada'), { send: async () => taken });
    await userEvent.type(field('Text'), '?');
    await press('Save');
    await screen.findByText('Name is required');
    expect(document.activeElement).toBe(field('Name'));
    await userEvent.type(field('Name'), 'Weir');
    await press('Save');
    await waitFor(() => expect(document.activeElement).toBe(field('Text')));
    await userEvent.clear(field('Text'));
    await press('Save');
    await screen.findByText('Taken as well.');
    expect(document.activeElement).toBe(field('Name'));
  });

  it('is sent once, however often the button is pressed', async () => {
    const response: { give?: (response: MutationResult) => void } = {};
    let sent = 0;
    open(signedIn('ada'), {
      send: () => {
        sent += 1;
        return new Promise((resolve) => (response.give = resolve));
      },
    });
    await userEvent.type(field('Name'), 'Weir{Enter}{Enter}');
    await press('Save');
    response.give?.({ data: 'saved' });
    await press('Save');
    expect(sent).toBe(1);
  });

  it('shows the server’s errors at their fields, and others as a whole', async () => {
    const taken = { path: 'name', message: 'Taken.' };
    const responses = [
      refusal(400, [taken]),
      refusal(500),
      refusal(400, [taken, { path: 'elsewhere', message: 'Missing.' }]),
    ];
    open(signedIn('ada'), { send: async () => responses.shift() ?? {} });
    await userEvent.type(field('Name'), 'Weir');
    await press('Save');
    await screen.findByText('Taken.');
    expect(document.activeElement).toBe(field('Name'));
    await press('Save');
    await screen.findByText('Not so.');
    expect(field('Name').value).toBe('Weir');
    expect(screen.queryByText('Taken.')).toBeNull();
    await press('Save');
    await screen.findByText('Taken.');
    screen.getByText('Not so.');
  });

  it('waits for its prerequisites before it is checked', async () => {
    const upload: { end?: (problem: string | null) => void } = {};
    const { events } = open(signedIn('ada'), {
      send: saved,
      ready: () => new Promise((resolve) => (upload.end = resolve)),
    });
    await press('Save');
    await screen.findByText('Waiting');
    expect(screen.queryByText('Name is required')).toBeNull();
    await userEvent.type(field('Name'), 'Weir');
    await act(async () => upload.end?.(null));
    await expect.poll(() => events).toEqual(['saved']);
  });

  it('is not sent if it was closed while it waited', async () => {
    const upload: { end?: (problem: string | null) => void } = {};
    const { events, close } = open(signedIn('ada'), {
      send: saved,
      ready: () => new Promise((resolve) => (upload.end = resolve)),
    });
    await userEvent.type(field('Name'), 'Weir');
    await press('Save');
    close();
    await act(async () => upload.end?.(null));
    expect(events).toEqual([]);
  });

  it('shows the failure of a prerequisite, and can be sent again', async () => {
    const problems = ['The picture did not arrive.', null];
    const { events } = open(signedIn('ada'), { send: saved, ready: async () => problems.shift() ?? null });
    await userEvent.type(field('Name'), 'Weir');
    await press('Save');
    await screen.findByText('The picture did not arrive.');
    expect(events).toEqual([]);
    await press('Save');
    await expect.poll(() => events).toEqual(['saved']);
    expect(screen.queryByText('The picture did not arrive.')).toBeNull();
  });

  it('can be sent again if it stays open', async () => {
    const { events } = open(signedIn('ada'), { send: saved, next: { name: '', text: '' } });
    for (const text of ['one', 'two']) {
      await userEvent.type(field('Name'), text);
      await press('Save');
      await expect.poll(() => field('Name').value).toBe('');
    }
    expect(events).toEqual(['saved', 'saved']);
    expect(draftOf('ada')).toBeNull();
    await userEvent.type(field('Name'), 'three');
    expect(draftOf('ada')?.values).toEqual({ name: 'three' });
  });
});

it('a form that stays open sends next what differs from its new values', async () => {
  const sent: (readonly string[])[] = [];
  const send = (_: Note, changed: readonly string[]) => {
    sent.push(changed);
    return saved();
  };
  open(signedIn('ada'), { send, next: { name: 'Weir', text: '' } });
  for (const name of ['Name', 'Text']) {
    await userEvent.type(field(name), 'Weir');
    await press('Save');
    await expect.poll(() => field('Text').value).toBe('');
  }
  expect(sent).toEqual([['name'], ['text']]);
});

describe('a draft', () => {
  it('stores unsent values, for this person alone', async () => {
    const first = open(signedIn('ada'), { send: saved });
    await userEvent.type(field('Name'), 'Weir');
    first.close();
    const other = open(signedIn('ben'), { send: saved });
    expect(field('Name').value).toBe('');
    expect(screen.queryByText(/^Your draft/)).toBeNull();
    other.close();
    open(signedIn('ada'), { send: saved });
    expect(field('Name').value).toBe('Weir');
    screen.getByText(/^Your draft from/);
  });

  it('keeps its time until something else is typed', async () => {
    const at = new Date(Date.now() - 60_000).toISOString();
    writeDraft(draftKey('ada', 'note'), { at, values: { name: 'Weir' }, files: 0, notKept: [] });
    open(signedIn('ada'), { send: saved });
    expect(draftOf('ada')?.at).toBe(at);
    await userEvent.type(field('Name'), 's');
    expect(draftOf('ada')?.at).not.toBe(at);
  });

  it('is removed 30 days after its last change', () => {
    const days = (number: number) => new Date(Date.now() - number * 86_400_000).toISOString();
    const write = (form: string, at: string) =>
      writeDraft(draftKey('ada', form), { at, values: { name: 'Weir' }, files: 0, notKept: [] });
    write('old', days(31));
    write('young', days(29));
    open(signedIn('ada'), { send: saved });
    expect(readDraft(draftKey('ada', 'old'))).toBeNull();
    expect(readDraft(draftKey('ada', 'young'))).not.toBeNull();
  });

  it('keeps what was typed before the person was known', async () => {
    const at = new Date().toISOString();
    writeDraft(draftKey('ada', 'note'), {
      ...{ at, files: 0, notKept: [] },
      values: { name: 'Weir', text: 'A text' },
    });
    const store = createStore();
    open(store, { send: saved });
    await userEvent.type(field('Name'), 'Mill');
    act(() => void store.dispatch(sessionOf('ada')));
    expect(field('Name').value).toBe('Mill');
    expect(field('Text').value).toBe('A text');
  });

  it('stays as another tab stores it', async () => {
    open(signedIn('ada'), { send: saved });
    await userEvent.type(field('Name'), 'Weir');
    const other = { at: new Date().toISOString(), values: { name: 'Mill' }, files: 0, notKept: [] };
    writeDraft(draftKey('ada', 'note'), other);
    window.dispatchEvent(
      new StorageEvent('storage', { key: draftKey('ada', 'note'), newValue: JSON.stringify(other) }),
    );
    expect(draftOf('ada')).toEqual(other);
  });

  it('is removed after sending', async () => {
    const { close } = open(signedIn('ada'), { send: saved });
    await userEvent.type(field('Name'), 'Weir');
    await press('Save');
    close();
    expect(draftOf('ada')).toBeNull();
  });

  it('stays after a refusal', async () => {
    open(signedIn('ada'), { send: async () => refusal(503) });
    await userEvent.type(field('Name'), 'Weir');
    await press('Save');
    await screen.findByText('Not so.');
    expect(draftOf('ada')?.values).toEqual({ name: 'Weir' });
  });

  it('is discarded by Cancel, which asks first', async () => {
    const { events } = open(signedIn('ada'), { send: saved });
    await press('Cancel');
    expect(events).toEqual(['cancelled']);
    await userEvent.type(field('Name'), 'Weir');
    await press('Cancel');
    await press('Keep it');
    expect(draftOf('ada')?.values).toEqual({ name: 'Weir' });
    await press('Cancel');
    await press('Throw away');
    expect(draftOf('ada')).toBeNull();
    expect(events).toEqual(['cancelled', 'cancelled']);
  });

  it('is discarded while the form stays open', async () => {
    writeDraft(draftKey('ada', 'note'), {
      at: new Date().toISOString(),
      values: { name: 'Weir', gone: 'a field of another version' },
      files: 0,
      notKept: [],
    });
    open(signedIn('ada'), { send: saved });
    expect(field('Name').value).toBe('Weir');
    await press('Throw away');
    await userEvent.click(screen.getAllByRole('button', { name: 'Throw away' }).at(-1) ?? document.body);
    expect(field('Name').value).toBe('');
    expect(screen.queryByText(/^Your draft/)).toBeNull();
    expect(draftOf('ada')).toBeNull();
  });

  it('stays in an open form when its person signs out in another tab, unlike other drafts', async () => {
    writeDraft(draftKey('ada', 'another form'), {
      at: new Date().toISOString(),
      values: { name: 'Mill' },
      files: 0,
      notKept: [],
    });
    open(signedIn('ada'), { send: saved });
    await userEvent.type(field('Name'), 'Weir');
    await endDrafts('ada');
    expect(draftOf('ada')).toBeNull();
    // A browser sends this event to its other tabs.
    window.dispatchEvent(new StorageEvent('storage', { key: draftKey('ada', 'note'), newValue: null }));
    expect(draftOf('ada')?.values).toEqual({ name: 'Weir' });
    expect(readDraft(draftKey('ada', 'another form'))).toBeNull();
  });
});

describe('a session that ends while a form is open', () => {
  it('leaves the form as it is, and asks for a sign-in inside', async () => {
    const store = signedIn('ada');
    const { events } = open(store, { send: saved });
    await userEvent.type(field('Name'), 'Weir');
    act(() => void store.dispatch(sessionEnded()));
    await press('Save');
    expect(events).toEqual(['sign-in']);
    act(() => void store.dispatch(sessionOf('ada')));
    expect(field('Name').value).toBe('Weir');
    await press('Save');
    await expect.poll(() => events).toEqual(['sign-in', 'saved']);
  });

  it('clears the form for another person', async () => {
    const store = signedIn('ada');
    open(store, { send: saved });
    await userEvent.type(field('Name'), 'Weir');
    act(() => void store.dispatch(sessionEnded()));
    act(() => void store.dispatch(sessionOf('ben')));
    expect(field('Name').value).toBe('');
    expect(draftOf('ben')).toBeNull();
    expect(draftOf('ada')?.values).toEqual({ name: 'Weir' });
    // Nobody else is told of the draft.
    expect(toastStore.get()).toBeNull();
  });

  it('asks for a sign-in when the server reports the end first', async () => {
    const { events } = open(signedIn('ada'), { send: async () => refusal(401) });
    await userEvent.type(field('Name'), 'Weir');
    await press('Save');
    await expect.poll(() => events).toEqual(['sign-in']);
    expect(field('Name').value).toBe('Weir');
  });
});

it('shows a visitor no form', () => {
  const store = createStore();
  store.dispatch(sessionEnded());
  open(store, { send: saved });
  screen.getByText('Sign in first');
});
