import { useState } from 'react';
import { useStore } from 'react-redux';
import * as z from 'zod/mini';

import { newId } from '../../app/new-id.ts';
import type { Store } from '../../app/store.ts';
import { toast } from '../../ui/toast.ts';
import { kindOfFile, type FileKind } from './file-kind.ts';
import { problemOfFile, problems, type Problem } from './file-problem.ts';
import { failureOf, named, parse, post, readAsDataUrl } from './send-photo.ts';
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

  const send = async (picture: Chosen) => {
    setProblem(null);
    setProgress(0);
    setProblem(await sendPicture(store, picture, setProgress, onUrl));
    setProgress(null);
  };
  const shrink = async (picture: Chosen) => {
    setProblem(null);
    setShrinking(true);
    const made = await smallerPhoto(picture.file);
    setShrinking(false);
    if (made === null) return setProblem(picture.kind === 'heic' ? problems.heic : problems.damaged);
    const smaller: Chosen = { file: made.file, kind: 'jpeg', key: newId() };
    setChosen(smaller);
    await send(smaller);
  };
  const choose = async (file: File) => {
    const picture: Chosen = { file, kind: await kindOfFile(file), key: newId() };
    setChosen(picture);
    const refusal = refusalOf(file, picture.kind);
    if (refusal) toast({ ...refusal, variant: 'destructive' });
    // Some browsers can read HEIC.
    if (picture.kind === 'heic') return shrink(picture);
    const found = problemOfFile(file, picture.kind);
    if (found) setProblem(found);
    else await send(picture);
  };
  return {
    fileName: chosen?.file.name ?? null,
    progress,
    isShrinking,
    problem,
    choose: (file) => void choose(file),
    shrink: () => void (chosen && shrink(chosen)),
    retry: () => void (chosen && send(chosen)),
  };
}

/** Returns the failure, or null. */
async function sendPicture(
  store: Store,
  { file, kind, key }: Chosen,
  onProgress: (progress: number) => void,
  onUrl: (url: string) => void,
): Promise<Problem | null> {
  const imageData = await readAsDataUrl(file);
  if (imageData === null) return problems.gone;
  const { signal } = new AbortController();
  const body = { imageData, ...named(file) };
  const answer = await post(store, '/api/pictures', { body, key }, { onProgress, signal });
  const made = Answer.safeParse(parse(answer.text));
  if (answer.status !== 201 || !made.success) return failureOf(answer, kind).problem;
  onUrl(made.data.url);
  return null;
}
