/** Milliseconds between two lines where lines cannot be written over. */
const betweenLines = 5000;

export interface Progress {
  /** Shows what is being done, in place of what was shown before. */
  readonly say: (text: string) => void;
  readonly clear: () => void;
}

/** Tells how far it is: on a terminal in one line that changes, elsewhere by a line from time to time. */
export function createProgress(output: NodeJS.WriteStream): Progress {
  let last = -Infinity;
  return {
    say(text) {
      if (output.isTTY) {
        output.write(`\r\u001b[K${text}`);
      } else if (performance.now() - last > betweenLines) {
        last = performance.now();
        output.write(`${text}\n`);
      }
    },
    clear() {
      if (output.isTTY) output.write('\r\u001b[K');
    },
  };
}
