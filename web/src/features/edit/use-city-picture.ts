import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import * as z from 'zod/mini';

import { newId } from '../../app/new-id.ts';
import type { Store } from '../../app/store.ts';
import { toast } from '../../ui/toast.ts';
import { kindOfFile, type FileKind } from './file-kind.ts';
import { problemOfFile, problems, type Problem } from './file-problem.ts';
import { failureOf, named, parse, post, readAsDataUrl, type Sending } from './send-photo.ts';
import { smallerPhoto } from './smaller-photo.ts';
import { refusalOf } from './upload-queue.ts';

interface Chosen {
  readonly file: File;
  readonly kind: FileKind;
  readonly key: string;
}

export interface CityPicture {
  readonly fileName: string | null;
  /** From 0 to 1 while the picture is being sent; null otherwise. */
  readonly progress: number | null;
  readonly isShrinking: boolean;
  readonly problem: Problem | null;
  readonly choose: (file: File) => void;
  readonly shrink: () => void;
  readonly retry: () => void;
}

const Answer = z.object({ url: z.string() });

/** Uploads one picture for a city, under the rules for photos; `onUrl` gets its new address. */
export function useCityPicture(onUrl: (url: string) => void): CityPicture {
  const store = useStore() as Store;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [isShrinking, setShrinking] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const latest = useRef<AbortController | null>(null);
  useEffect(() => () => latest.current?.abort(), []);

  /** Cancels the attempt before: an answer to it would come too late. */
  const begin = (): AbortSignal => {
    latest.current?.abort();
    latest.current = new AbortController();
    setProblem(null);
    setProgress(null);
    setShrinking(false);
    return latest.current.signal;
  };
  const send = async (picture: Chosen, signal: AbortSignal) => {
    setProgress(0);
    const { url, failure } = await sendPicture(store, picture, { onProgress: setProgress, signal });
    if (signal.aborted) return;
    setProgress(null);
    setProblem(failure);
    if (url !== null) onUrl(url);
  };
  const shrink = async (picture: Chosen, signal: AbortSignal) => {
    setShrinking(true);
    const made = await smallerPhoto(picture.file);
    if (signal.aborted) return;
    setShrinking(false);
    if (made === null) return setProblem(picture.kind === 'heic' ? problems.heic : problems.damaged);
    const smaller: Chosen = { file: made.file, kind: 'jpeg', key: newId() };
    setChosen(smaller);
    await send(smaller, signal);
  };
  const choose = async (file: File, signal: AbortSignal) => {
    const picture: Chosen = { file, kind: await kindOfFile(file), key: newId() };
    if (signal.aborted) return;
    setChosen(picture);
    const refusal = refusalOf(file, picture.kind);
    if (refusal) toast({ ...refusal, variant: 'destructive' });
    // Some browsers can read HEIC.
    if (picture.kind === 'heic') return shrink(picture, signal);
    const found = problemOfFile(file, picture.kind);
    if (found) setProblem(found);
    else await send(picture, signal);
  };
  return {
    fileName: chosen?.file.name ?? null,
    progress,
    isShrinking,
    problem,
    choose: (file) => void choose(file, begin()),
    shrink: () => void (chosen && shrink(chosen, begin())),
    retry: () => void (chosen && send(chosen, begin())),
  };
}

/** Resolves to the picture's address, or the failure. */
async function sendPicture(
  store: Store,
  { file, kind, key }: Chosen,
  sending: Sending,
): Promise<{ readonly url: string | null; readonly failure: Problem | null }> {
  const imageData = await readAsDataUrl(file);
  if (imageData === null) return { url: null, failure: problems.gone };
  const body = { imageData, ...named(file) };
  const answer = await post(store, '/api/pictures', { body, key }, sending);
  const made = Answer.safeParse(parse(answer.text));
  return answer.status === 201 && made.success
    ? { url: made.data.url, failure: null }
    : { url: null, failure: failureOf(answer, kind).problem };
}
