import { toast } from './toast.ts';

/**
 * Copies a text and shows the toast `copied`; if the browser forbids it, shows the text to select under the title
 * `shown`.
 */
export async function copyText(text: string, copied: string, shown: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: copied });
  } catch {
    toast({ title: shown, text, duration: 15_000 });
  }
}
