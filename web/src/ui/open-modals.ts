/** The panels of the open dialogs, the topmost last. */
const panels: HTMLElement[] = [];

/** The attributes that the topmost dialog has given to the elements outside it. */
const marked = new Map<Element, readonly string[]>();

/** `aria-hidden`, too, for those who read a page and do not know `inert`, such as the tests' tools. */
const marks = ['inert', 'aria-hidden'] as const;

/** What can be used over a dialog, or is read out whatever is open: the toasts, the veils, the frame's live regions. */
const staysUsable = '[data-over-dialogs], [aria-live]';

/** What lies outside a panel: as few elements as possible that together contain all of it. */
const outsideOf = (panel: HTMLElement, within: Element = document.body): readonly Element[] =>
  [...within.children].flatMap((element) => {
    if (element === panel || element.matches(staysUsable)) return [];
    const isWhole = element.matches('main, [role="dialog"]') || element.querySelector(staysUsable) === null;
    return isWhole && !element.contains(panel) ? [element] : outsideOf(panel, element);
  });

/** Everything outside the topmost dialog is inert; what the page itself has marked stays as it is. */
function markOutside(): void {
  const top = panels.at(-1);
  const outside = new Set(top && outsideOf(top));
  for (const [element, given] of marked) {
    if (outside.has(element)) continue;
    for (const name of given) element.removeAttribute(name);
    marked.delete(element);
  }
  for (const element of outside) {
    if (marked.has(element)) continue;
    const given = marks.filter((name) => !element.hasAttribute(name));
    for (const name of given) element.setAttribute(name, 'true');
    marked.set(element, given);
  }
}

/** After the last control Tab moves to the first one, and back with Shift. */
function loop(panel: HTMLElement, event: KeyboardEvent): void {
  const stops = [...panel.querySelectorAll<HTMLElement>('*')].filter(
    (each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.getClientRects().length > 0,
  );
  const [edge, opposite] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (document.activeElement !== edge) return;
  event.preventDefault();
  opposite?.focus();
}

/** Whether a panel is that of an open dialog. */
export const isOpenModal = (panel: HTMLElement): boolean => panels.includes(panel);

interface ModalActions {
  /** Moves the focus into the dialog. */
  readonly takeFocus: () => void;
  /** Called for an Escape that nothing inside the dialog has used. */
  readonly onEscape: () => void;
}

/**
 * Opens a dialog over everything else; returns what ends that. Until then only this dialog can be used, or the one that
 * opens over it, and toasts.
 */
export function openModal(panel: HTMLElement, { takeFocus, onEscape }: ModalActions): () => void {
  let lastFocused = panel;
  const isTop = () => panels.at(-1) === panel;
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && panel.contains(target)) lastFocused = target;
  };
  const onKey = (event: KeyboardEvent) => {
    const { target, key } = event;
    // A toast uses its keys itself. If the body has the focus, the key is the dialog's.
    const isOurs = target === document.body || (target instanceof Node && panel.contains(target));
    if (!isTop() || !isOurs || event.defaultPrevented || event.isComposing) return;
    if (key === 'Tab') loop(panel, event);
    if (key !== 'Escape') return;
    event.preventDefault();
    onEscape();
  };
  // The element with the focus has disappeared: inside, or a toast.
  const removals = new MutationObserver(() => {
    if (!isTop() || document.activeElement !== document.body) return;
    (lastFocused.isConnected ? lastFocused : panel).focus({ preventScroll: true });
  });

  document.addEventListener('focusin', onFocus);
  // The last to get a key, after all that the dialog contains and the library's menus, which listen on the document.
  window.addEventListener('keydown', onKey);
  removals.observe(document.body, { childList: true, subtree: true });
  panels.push(panel);
  // Opened again while it closes.
  panel.removeAttribute('inert');
  // Before its old place becomes inert.
  takeFocus();
  markOutside();
  return () => {
    document.removeEventListener('focusin', onFocus);
    window.removeEventListener('keydown', onKey);
    removals.disconnect();
    panels.splice(panels.indexOf(panel), 1);
    // While it closes it takes no input: Enter in a form that was just sent would send it again.
    marked.delete(panel);
    panel.setAttribute('inert', 'true');
    markOutside();
  };
}

let locks = 0;

/** Keeps the page where it is, and as wide as it is with a scroll bar; returns what ends that. */
export function lockScrolling(): () => void {
  const { style } = document.body;
  if (locks === 0) {
    style.marginRight = `${window.innerWidth - document.documentElement.clientWidth}px`;
    style.overflow = 'hidden';
  }
  locks += 1;
  return () => {
    locks -= 1;
    if (locks === 0) style.marginRight = style.overflow = '';
  };
}
