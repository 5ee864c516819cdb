import type { Photo } from '#contracts/photo/views';
import type { FileName, PhotoStore } from '#platform/photo-store/index';

/** A photo and the file with the picture for its `imageData`. */
export interface Pictured {
  readonly photo: Photo;
  readonly file: FileName;
}

/**
 * A list of photos as JSON in pieces, with the pictures inside as data URLs. It holds a part of one picture at a time.
 * @throws PhotoStoreUnavailable
 */
export async function* withPictures(
  store: PhotoStore,
  list: readonly Pictured[],
): AsyncGenerator<string, void> {
  let text = '[';
  for (const [at, { photo, file }] of list.entries()) {
    text += `${at === 0 ? '' : ','}${JSON.stringify(photo).slice(0, -1)},"imageData":`;
    const found = await store.open(file);
    if (found === undefined) {
      text += 'null}';
      continue;
    }
    text += '"data:image/webp;base64,';
    for await (const part of inBase64(found.stream)) {
      yield text + part;
      text = '';
    }
    text += '"}';
  }
  yield `${text}]`;
}

/** Bytes in base64, which encodes three at a time. */
async function* inBase64(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString('base64');
}
