import { Refusal } from '#contracts/shared/errors';
import type { RecordStore } from '#platform/record-store/index';

/** A command that continues in a second stream after its event in the location's stream. */
export interface TwoStreamCommand {
  readonly locationId: string;
  readonly commandId: string;
}
interface Noted extends TwoStreamCommand {
  /** Milliseconds since 1970. */
  readonly notedAt: number;
}

/**
 * The commands that may have been interrupted between their two appends. Concurrent calls of several processes never
 * lose a note.
 */
export interface Unfinished {
  /**
   * Runs a command, which notes itself before its first append. The note is removed once the command is done or
   * refused, and stays after any other error. @throws Refusal `conflict` if too many are noted, and what `run` throws
   */
  seeThrough<T>(
    command: TwoStreamCommand,
    time: Date,
    run: (note: () => Promise<void>) => Promise<T>,
  ): Promise<T>;
  forget(command: TwoStreamCommand): Promise<void>;
  noted(): Promise<readonly Noted[]>;
}

const setting = 'unfinished-commands';
/** Far more than the requests that run at once: so many are noted only while appends fail. */
const notedMost = 1000;

export function createUnfinished(settings: Pick<RecordStore['settings'], 'get' | 'setIf'>): Unfinished {
  async function read(): Promise<{ readonly notes: readonly Noted[]; readonly text: string | undefined }> {
    const text = await settings.get(setting);
    // The cast is safe: only this file writes the setting.
    return { notes: text === undefined ? [] : (JSON.parse(text) as Noted[]), text };
  }
  async function change(to: (notes: readonly Noted[]) => readonly Noted[]): Promise<void> {
    for (;;) {
      const { notes, text } = await read();
      const changed = to(notes);
      if (changed === notes || (await settings.setIf(setting, text, JSON.stringify(changed)))) return;
    }
  }
  const note = ({ locationId, commandId }: TwoStreamCommand, time: Date) =>
    change((notes) => {
      if (notes.some((each) => each.commandId === commandId)) return notes;
      if (notes.length >= notedMost) throw new Refusal('conflict');
      return [...notes, { locationId, commandId, notedAt: time.getTime() }];
    });
  const forget = ({ commandId }: TwoStreamCommand) =>
    change((notes) => {
      const others = notes.filter((each) => each.commandId !== commandId);
      return others.length === notes.length ? notes : others;
    });
  return {
    async seeThrough(command, time, run) {
      const notes = { isNoted: false };
      try {
        const done = await run(async () => {
          if (!notes.isNoted) await note(command, time);
          notes.isNoted = true;
        });
        if (notes.isNoted) await forget(command);
        return done;
      } catch (error) {
        if (notes.isNoted && error instanceof Refusal) await forget(command);
        throw error;
      }
    },
    forget,
    noted: async () => (await read()).notes,
  };
}
