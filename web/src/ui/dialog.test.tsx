// @vitest-environment jsdom
import { act, cleanup, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ErrorBoundary } from '../app/shell/error-boundary.tsx';
import { Dialog } from './dialog.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

/** A page as the layout builds it, with something that it hides itself. */
function show(dialogs: ReactNode) {
  const container = document.createElement('div');
  container.id = 'root';
  document.body.append(container);
  const pageWith = (more: ReactNode) => (
    <>
      <header>
        <button type="button">Menu</button>
      </header>
      <main id="main" tabIndex={-1}>
        <p aria-live="polite">Of the page</p>
        <div inert>Behind</div>
        {more}
      </main>
      <div aria-live="polite">News</div>
      <section data-over-dialogs>
        <button type="button">Undo</button>
      </section>
    </>
  );
  const { rerender, unmount } = render(pageWith(dialogs), { container });
  return { change: (more: ReactNode) => rerender(pageWith(more)), unmount };
}

/** What is inert, by the text or the name of the dialog, without what lies inside such an element. */
const inert = () =>
  [...document.querySelectorAll('[inert]')]
    .filter((element) => element.parentElement?.closest('[inert]') === null)
    .map((element) => element.querySelector('h2')?.textContent ?? element.localName);
const nothing = () => {
  expect(inert()).toEqual(['div']);
  expect(document.querySelectorAll('[aria-hidden="true"]:not(svg)')).toHaveLength(0);
  expect(document.body.style.overflow).toBe('');
};
const never = () => undefined;
const veilOf = (panel: Element) => panel.previousElementSibling ?? document.body;

interface NestProps {
  /** The names of the open dialogs, the topmost last. */
  readonly open: readonly string[];
  readonly onClose?: (name: string) => void;
}
const Nest = ({ open, onClose = never }: NestProps) =>
  ['Place', 'Edit', 'Confirm'].map((name) => (
    <Dialog key={name} open={open.includes(name)} onOpenChange={() => onClose(name)} title={name}>
      <p aria-live="polite">Of the dialog</p>
      <input aria-label={`Text of ${name}`} />
    </Dialog>
  ));

describe('what is outside the topmost dialog is inert', () => {
  it('all but toasts and what is read out whatever is open', () => {
    const { change } = show(<Nest open={['Place']} />);
    expect(inert()).toEqual(['header', 'main']);
    expect(document.querySelectorAll('[aria-hidden="true"]:not(svg)')).toHaveLength(2);
    expect(document.body.style.overflow).toBe('hidden');
    change(<Nest open={[]} />);
    nothing();
  });

  const orders: ReadonlyArray<readonly [string, ReadonlyArray<readonly string[]>]> = [
    ['the topmost first', [['Place', 'Edit'], ['Place'], []]],
    ['the lowest first', [['Edit', 'Confirm'], ['Confirm'], []]],
    ['the middle one first', [['Place', 'Confirm'], ['Place'], []]],
    ['all at once', [[]]],
  ];
  it.each(orders)('and is as it was again when three close, %s', (_, steps) => {
    const { change } = show(<Nest open={['Place']} />);
    change(<Nest open={['Place', 'Edit']} />);
    expect(inert()).toEqual(['header', 'main', 'Place']);
    change(<Nest open={['Place', 'Edit', 'Confirm']} />);
    expect(inert()).toEqual(['header', 'main', 'Place', 'Edit']);
    for (const open of steps) {
      change(<Nest open={open} />);
      const left = ['header', 'main', ...open.slice(0, -1)];
      expect(inert()).toEqual(open.length === 0 ? ['div'] : left);
    }
    nothing();
  });

  it('also where the page is the dialog, with another above it', () => {
    const page = (edits: boolean) => (
      <Dialog open isPage onOpenChange={never} title="Place">
        <Dialog open={edits} onOpenChange={never} title="Edit" />
      </Dialog>
    );
    const { change } = show(page(false));
    expect(inert()).toEqual(['header', 'div']);
    change(page(true));
    expect(inert()).toEqual(['header', 'Place']);
    change(page(false));
    expect(inert()).toEqual(['header', 'div']);
    change(null);
    nothing();
  });

  it('but not once the page has left with its dialogs', () => {
    const { change } = show(<Nest open={['Place', 'Edit']} />);
    change(<p>Another page</p>);
    nothing();
  });

  it('but not once something in the dialog has failed', () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const Failing = ({ fails }: { readonly fails: boolean }) => {
      if (fails) throw new Error('Broken');
      return <p>Whole</p>;
    };
    const page = (fails: boolean) => (
      <MemoryRouter>
        <ErrorBoundary fallback={() => <p>Failed</p>}>
          <Dialog open onOpenChange={never} title="Place">
            <Failing fails={fails} />
          </Dialog>
        </ErrorBoundary>
      </MemoryRouter>
    );
    const { change } = show(page(false));
    expect(inert()).toEqual(['header', 'main']);
    change(page(true));
    screen.getByText('Failed');
    nothing();
  });
});

describe('Escape', () => {
  const closed: string[] = [];
  afterEach(() => void closed.splice(0));
  const open = () => show(<Nest open={['Place', 'Edit']} onClose={(name) => closed.push(name)} />);
  const fieldOf = (name: string) => screen.getByLabelText(`Text of ${name}`);

  it('closes only the topmost dialog', () => {
    open();
    fireEvent.keyDown(fieldOf('Edit'), { key: 'Escape' });
    expect(closed).toEqual(['Edit']);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(closed).toEqual(['Edit', 'Edit']);
  });

  it('closes one dialog even if React has removed it before the next one hears of the key', () => {
    const Both = () => {
      const [names, setNames] = useState(['Place', 'Edit']);
      return <Nest open={names} onClose={(name) => setNames(names.filter((each) => each !== name))} />;
    };
    show(<Both />);
    fireEvent.keyDown(fieldOf('Edit'), { key: 'Escape' });
    expect(screen.getAllByRole('dialog').map((each) => each.querySelector('h2')?.textContent)).toEqual([
      'Place',
    ]);
  });

  it.each(['the document, before the dialog', 'the control'])('is left to %s, which has used it', (where) => {
    open();
    const target = where === 'the control' ? fieldOf('Edit') : document;
    const use = (event: Event) => event.preventDefault();
    target.addEventListener('keydown', use, { capture: true });
    fireEvent.keyDown(fieldOf('Edit'), { key: 'Escape' });
    target.removeEventListener('keydown', use, { capture: true });
    expect(closed).toEqual([]);
  });

  it('is left to what writes letters of several keys', () => {
    open();
    fireEvent(fieldOf('Edit'), createEvent.keyDown(fieldOf('Edit'), { key: 'Escape', isComposing: true }));
    expect(closed).toEqual([]);
  });

  it('is left to a toast that has the focus', () => {
    open();
    fireEvent.keyDown(screen.getByRole('button', { name: 'Undo' }), { key: 'Escape' });
    expect(closed).toEqual([]);
  });
});

describe('the focus', () => {
  const button = (name: string) => screen.getByRole('button', { name, hidden: true });
  const focused = () => document.activeElement;
  const settled = () => Promise.resolve();

  it('is on the title, or where the dialog wants it, and returns to the opener', async () => {
    const dialog = (open: boolean, wanted: boolean) => (
      <Dialog open={open} onOpenChange={never} title="Place">
        <input aria-label="Name" {...(wanted && { 'data-autofocus': true })} />
      </Dialog>
    );
    const { change } = show(dialog(false, false));
    button('Menu').focus();
    change(dialog(true, false));
    expect(focused()).toBe(screen.getByRole('heading', { name: 'Place' }));
    change(dialog(false, false));
    await settled();
    expect(focused()).toBe(button('Menu'));
    change(dialog(true, true));
    expect(focused()).toBe(screen.getByLabelText('Name'));
  });

  it.each([
    ['goes to the fallback if the opener is about to leave', true, 'Menu'],
    ['returns to the opener although there is a fallback', false, 'Undo'],
  ])('%s', async (_, openerLeaves, name) => {
    const dialog = (open: boolean) => (
      <Dialog
        open={open}
        onOpenChange={never}
        title="Place"
        openerLeaves={openerLeaves}
        focusFallback={() => button('Menu')}
      />
    );
    const { change } = show(dialog(false));
    button('Undo').focus();
    change(dialog(true));
    change(dialog(false));
    await settled();
    expect(focused()).toBe(button(name));
  });

  it('returns to the opener of the lowest dialog if all close at once', async () => {
    const { change } = show(null);
    button('Menu').focus();
    const edit = (open: boolean) => (
      <Dialog open onOpenChange={never} title="Place">
        <button type="button">Edit</button>
        <Dialog open={open} onOpenChange={never} title="Edit" />
      </Dialog>
    );
    change(edit(false));
    button('Edit').focus();
    change(edit(true));
    change(null);
    await settled();
    expect(focused()).toBe(button('Menu'));
  });

  it('goes to the main part of the page if the opener is gone', async () => {
    const { change } = show(<button type="button">Opener</button>);
    button('Opener').focus();
    change(<Nest open={['Place']} />);
    change(<Nest open={[]} />);
    await settled();
    expect(focused()).toBe(screen.getByRole('main'));
  });

  it('stays in the dialog when its element disappears, inside or in a toast', async () => {
    const { change } = show(
      <Dialog open onOpenChange={never} title="Place">
        <button type="button">Decide</button>
      </Dialog>,
    );
    button('Decide').focus();
    change(<Dialog open onOpenChange={never} title="Place" />);
    await settled();
    expect(focused()).toBe(screen.getByRole('dialog'));
    button('Close').focus();
    button('Undo').focus();
    button('Undo').remove();
    await settled();
    expect(focused()).toBe(button('Close'));
  });
});

it('closes by its veil', async () => {
  const close = vi.fn();
  show(<Dialog open onOpenChange={close} title="Place" />);
  const panel = screen.getByRole('dialog');
  await userEvent.click(panel);
  await userEvent.pointer({ keys: '[MouseRight]', target: veilOf(panel) });
  expect(close).not.toHaveBeenCalled();
  await userEvent.click(veilOf(panel));
  expect(close).toHaveBeenCalledExactlyOnceWith(false);
});

describe('while it closes', () => {
  let end: () => void = never;
  beforeEach(() => {
    const finished = new Promise<void>((resolve) => {
      end = resolve;
    });
    Element.prototype.getAnimations = () => [{ finished } as unknown as Animation];
  });
  afterEach(() => void Reflect.deleteProperty(Element.prototype, 'getAnimations'));
  const gone = () => waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull());

  it('it is inert, and a second press of the veil does nothing', async () => {
    const close = vi.fn();
    const dialog = (open: boolean) => <Dialog open={open} onOpenChange={close} title="Place" />;
    const { change } = show(dialog(true));
    change(dialog(false));
    expect(inert()).toEqual(['div', 'Place']);
    await userEvent.click(veilOf(screen.getByRole('dialog')));
    expect(close).not.toHaveBeenCalled();
    end();
    await gone();
    nothing();
  });

  it('it stays inert when the dialog over it closes, too', async () => {
    const { change } = show(<Nest open={['Place']} />);
    change(<Nest open={['Place', 'Edit']} />);
    change(<Nest open={['Edit']} />);
    expect(inert()).toEqual(['header', 'main', 'Place']);
    change(<Nest open={[]} />);
    expect(inert()).toEqual(['div', 'Place', 'Edit']);
    end();
    await gone();
    nothing();
  });

  it('it can open again, as it was', async () => {
    const { change } = show(<Nest open={['Place']} />);
    const panel = screen.getByRole('dialog');
    change(<Nest open={[]} />);
    change(<Nest open={['Place']} />);
    expect(inert()).toEqual(['header', 'main']);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Place' }));
    await act(async () => {
      end();
      await new Promise((done) => setTimeout(done));
    });
    expect(screen.getByRole('dialog')).toBe(panel);
  });
});
