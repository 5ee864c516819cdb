import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GridFSBucket, ObjectId, type Collection, type GridFSFile } from 'mongodb';
import { connect, isDuplicateKey, type Connection } from '../../mongodb/connection.ts';
import { segmentsOf } from '../files/paths.ts';
import { PhotoStoreUnavailable, writingTakesAtMost, type FileName, type PhotoStore } from '../port.ts';

/** A note of a file whose chunks are being written or removed, by which the leftovers of killed processes are found. */
interface UnderWay {
  readonly _id: ObjectId;
  readonly since: Date;
}

interface Photos {
  readonly files: Collection<GridFSFile>;
  readonly chunks: Collection<Chunk>;
  readonly underWay: Collection<UnderWay>;
  readonly bucket: GridFSBucket;
}

const bucketName = 'photos';

/**
 * Stores photos in GridFS; several processes may use it. A file exists once it has its document, which is unique by
 * name and is written after the chunks. `uploadDate` is the time of writing.
 * @throws PhotoStoreUnavailable when the server does not answer
 */
export async function openGridFsPhotoStore({ url }: { readonly url: string }): Promise<PhotoStore> {
  const connection = await connect({
    url,
    appName: 'lightfall-photos',
    unavailable: (message, options) => new PhotoStoreUnavailable(message, options),
  });
  const { run } = connection;
  const photos = photosOf(connection);
  await connection.prepare(() => makeIndexes(photos));
  await connection.prepare(() => removeLeftovers(photos));

  return {
    put: async (name, bytes) => {
      const filename = checked(name);
      await run(() => put(photos, filename, bytes));
    },
    open: async (name) => {
      const filename = checked(name);
      const file = await run(() => photos.files.findOne({ filename }));
      if (file === null) return undefined;
      const size = Number(file.length);
      return {
        size,
        stream: Readable.from(readChunks(photos, connection, { id: file._id, filename, size })),
      };
    },
    has: async (name) => {
      const filename = checked(name);
      return run(async () => (await photos.files.findOne({ filename }, { projection: { _id: 1 } })) !== null);
    },
    delete: async (name, options) => {
      const filename = checked(name);
      await run(() => remove(photos, filename, options));
    },
    list: (folder) => list(photos, connection, segmentsOf(folder, 1).join('/')),
    ping: () => connection.ping(),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

const checked = (name: FileName): string => segmentsOf(name, 2).join('/');

const photosOf = ({ db }: Connection): Photos => ({
  files: db.collection(`${bucketName}.files`),
  chunks: db.collection(`${bucketName}.chunks`),
  underWay: db.collection(`${bucketName}.under_way`),
  bucket: new GridFSBucket(db, { bucketName, chunkSizeBytes: chunkSize }),
});

async function makeIndexes({ files, chunks }: Photos): Promise<void> {
  await files.createIndexes([
    { name: 'name', key: { filename: 1 }, unique: true },
    // The index of GridFS itself, which every driver looks for.
    { name: 'filename_1_uploadDate_1', key: { filename: 1, uploadDate: 1 } },
  ]);
  await chunks.createIndexes([{ name: 'files_id_1_n_1', key: { files_id: 1, n: 1 }, unique: true }]);
}

async function put(photos: Photos, filename: string, bytes: Uint8Array): Promise<void> {
  for (;;) {
    if (await touch(photos, filename)) return;
    if (await upload(photos, filename, bytes)) return;
    // Another process has put the file: its time is updated, unless it has been deleted again.
  }
}

/** Sets a file's time of writing to the current time; returns false if there is no such file. */
async function touch({ files }: Photos, filename: string): Promise<boolean> {
  const { matchedCount } = await files.updateOne({ filename }, { $set: { uploadDate: new Date() } });
  return matchedCount === 1;
}

/** Returns false when another file of that name was put first. */
async function upload(photos: Photos, filename: string, bytes: Uint8Array): Promise<boolean> {
  const { underWay, bucket } = photos;
  const id = new ObjectId();
  await underWay.insertOne({ _id: id, since: new Date() });
  try {
    await pipeline(Readable.from(chunksOf(bytes)), bucket.openUploadStreamWithId(id, filename));
    await underWay.deleteOne({ _id: id });
    return true;
  } catch (error) {
    // If the server is unavailable, the note remains, and the next start removes the chunks.
    if (!isDuplicateKey(error)) throw error;
    await removeChunks(photos, id);
    return false;
  }
}

async function remove(
  photos: Photos,
  filename: string,
  { writtenBefore }: { readonly writtenBefore?: number } = {},
): Promise<void> {
  const { files, underWay } = photos;
  const young = writtenBefore === undefined ? {} : { uploadDate: { $lt: new Date(writtenBefore) } };
  const file = await files.findOne({ filename, ...young }, { projection: { _id: 1 } });
  if (file === null) return;
  await underWay.insertOne({ _id: file._id, since: new Date() }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error; // somebody else is deleting it, too
  });
  // A single write decides: any put since then has updated the time.
  const { deletedCount } = await files.deleteOne({ _id: file._id, ...young });
  if (deletedCount === 1) await removeChunks(photos, file._id);
  else await underWay.deleteOne({ _id: file._id });
}

async function removeChunks({ chunks, underWay }: Photos, id: ObjectId): Promise<void> {
  await chunks.deleteMany({ files_id: id });
  await underWay.deleteOne({ _id: id });
}

/** Removes the chunks of files that killed processes had half written or half deleted. */
async function removeLeftovers(photos: Photos): Promise<void> {
  const { files, underWay } = photos;
  const longAgo = new Date(Date.now() - writingTakesAtMost);
  for await (const { _id, since } of underWay.find({}, { sort: { _id: 1 }, hint: '_id_' })) {
    if (since > longAgo) continue;
    if ((await files.findOne({ _id }, { projection: { _id: 1 } })) === null) await removeChunks(photos, _id);
    else await underWay.deleteOne({ _id });
  }
}

async function* list({ files }: Photos, { run }: Connection, folder: string): ReturnType<PhotoStore['list']> {
  const page = 500;
  // `0` is the next character after `/`.
  for (let after = `${folder}/`; ;) {
    const found = await run(() =>
      files
        .find({ filename: { $gt: after, $lt: `${folder}0` } }, { projection: { filename: 1, uploadDate: 1 } })
        .sort({ filename: 1 })
        .limit(page)
        .toArray(),
    );
    for (const { filename: name, uploadDate } of found) yield { name, writtenAt: uploadDate.getTime() };
    after = found.at(-1)?.filename ?? after;
    if (found.length < page) return;
  }
}

/** A part of a file, as GridFS stores it. */
interface Chunk {
  readonly files_id: ObjectId;
  readonly n: number;
  readonly data: Uint8Array;
}

const chunkSize = 255 * 1024;
/** Chunks per response of the server. By default it sends up to 16 MB at once. */
const batchSize = 4;

/** Returns views of the bytes, so that memory holds them only once. */
function* chunksOf(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
}

/**
 * Reads a file's bytes a few chunks at a time, to limit the memory for unread bytes.
 * @throws PhotoStoreUnavailable when the server does not answer, or chunks are missing, because the file may have been
 * deleted meanwhile
 */
async function* readChunks(
  { chunks }: Photos,
  { run }: Connection,
  { id, filename, size }: { readonly id: ObjectId; readonly filename: string; readonly size: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  const options = { sort: { n: 1 }, batchSize, promoteBuffers: true } as const;
  let left = size;
  await using cursor = chunks.find({ files_id: id }, options);
  for (;;) {
    const chunk = await run(() => cursor.next());
    if (chunk === null) break;
    left -= chunk.data.length;
    yield chunk.data;
  }
  if (left !== 0) throw new PhotoStoreUnavailable(`${filename} is not whole in MongoDB`);
}
