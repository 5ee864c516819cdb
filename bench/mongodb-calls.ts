/** What a client sent to MongoDB: how many commands of each name, and bytes. */
export interface Calls {
  /** Receives what one connection sends, piece by piece. */
  listen(): (bytes: Buffer) => void;
  readonly byName: ReadonlyMap<string, number>;
  readonly bytes: number;
}

const headerSize = 16;
/** OP_MSG begins with flags, the kind of its first section, the length of the command and the type of its first field. */
const nameAt = headerSize + 4 + 1 + 4 + 1;
const opMsg = 2013;

export function countCalls(): Calls {
  const byName = new Map<string, number>();
  let bytes = 0;
  return {
    byName,
    get bytes() {
      return bytes;
    },
    listen() {
      let left: Buffer = Buffer.alloc(0);
      return (more) => {
        bytes += more.length;
        left = Buffer.concat([left, more]);
        while (left.length >= headerSize && left.length >= left.readInt32LE(0)) {
          const message = left.subarray(0, left.readInt32LE(0));
          left = left.subarray(message.length);
          if (message.readInt32LE(12) !== opMsg) continue;
          const name = message.toString('latin1', nameAt, message.indexOf(0, nameAt));
          byName.set(name, (byName.get(name) ?? 0) + 1);
        }
      };
    },
  };
}
