const tell = (fields: object, message: string): void =>
  void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);

/** For what is measured without a server: shows what goes wrong, and nothing else. */
export const quietLogger = { info: () => undefined, warn: tell, error: tell };
