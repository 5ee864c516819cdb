/** Milliseconds between two lines when the output is not a terminal. */
const betweenLines = 5000;

export interface Progress {
  /** Shows the current step in place of the one before. */
  readonly say: (text: string) => void;
  readonly clear: () => void;
}

/** Shows progress: on a terminal in one changing line, otherwise a line from time to time. */
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
