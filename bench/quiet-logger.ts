const tell = (fields: object, message: string): void =>
  void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);

/** A logger for measurements without a server: prints only warnings and errors. */
export const quietLogger = { info: () => undefined, warn: tell, error: tell };
