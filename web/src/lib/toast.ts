import { sharedValue } from './shared-value.ts';

/** The default duration of a toast in milliseconds. */
export const toastDuration = 5000;

/** The content of a toast. `action` offers one response to it, for example to undo a decision. */
export interface ToastContent {
  readonly title: string;
  /** Several sentences appear on a line each. */
  readonly text?: string | readonly string[];
  readonly variant?: 'default' | 'destructive';
  readonly action?: { readonly label: string; readonly onAction: () => void };
  /** Milliseconds; 5000 if left out. */
  readonly duration?: number;
}

export interface Toast extends ToastContent {
  readonly id: number;
}

/** Only one toast is visible at a time; a new one replaces it. */
export const toastStore = sharedValue<Toast | null>(null);
let made = 0;

/** Shows a toast in place of the current one. Can be called from anywhere. */
export function toast(content: ToastContent): void {
  made += 1;
  toastStore.set({ ...content, id: made });
}

export function dismissToast(id: number): void {
  if (toastStore.get()?.id === id) toastStore.set(null);
}
