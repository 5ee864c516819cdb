import { toast } from './toast.ts';

/** Copies a text and says `copied`; where the browser does not allow it, shows the text, to be selected, under `shown`. */
export async function copyText(text: string, copied: string, shown: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: copied });
  } catch {
    toast({ title: shown, text, duration: 15_000 });
  }
}
