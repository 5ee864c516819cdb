import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';

import { newId } from '../../lib/new-id.ts';
import type { Store } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';
import {
  kindOfFile,
  problemOfFile,
  problems,
  refusalsOf,
  type Problem,
} from '../../lib/upload/file-problem.ts';
import { sendFile, type ChosenFile } from '../../lib/upload/send-file.ts';
import { smallerPhoto } from '../../lib/upload/smaller-photo.ts';

type OnUrl = (url: string) => void;

export interface CityPicture {
  readonly fileName: string | null;
  /** From 0 to 1 while the picture is being sent; null otherwise. */
  readonly progress: number | null;
  readonly isShrinking: boolean;
  readonly isUnderWay: boolean;
  readonly problem: Problem | null;
  /** `onUrl` gets the uploaded picture's address. */
  readonly choose: (file: File, onUrl: OnUrl) => void;
  readonly shrink: (onUrl: OnUrl) => void;
  readonly retry: (onUrl: OnUrl) => void;
  /** Waits for a running upload. Resolves to the problem, or null. */
  readonly settled: () => Promise<string | null>;
}

/** The outcome of an upload; `replaced` by another one, or by the form closing. */
type Ending = 'arrived' | 'failed' | 'replaced';

/** Uploads one picture for a city, under the rules for photos. */
export function useCityPicture(): CityPicture {
  const store = useStore() as Store;
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [isShrinking, setShrinking] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { begin, settled } = useAttempt();

  const fail = (found: Problem): Ending => {
    setProblem(found);
    return 'failed';
  };
  const send = async (picture: ChosenFile, signal: AbortSignal, onUrl: OnUrl): Promise<Ending> => {
    setProgress(0);
    const { url, failure } = await sendFile(
      store,
      { url: '/api/pictures', ...picture },
      { onProgress: setProgress, signal },
    );
    if (signal.aborted) return 'replaced';
    setProgress(null);
    if (url === null) return fail(failure.problem);
    onUrl(url);
    return 'arrived';
  };
  const shrink = async (picture: ChosenFile, signal: AbortSignal, onUrl: OnUrl): Promise<Ending> => {
    setShrinking(true);
    const made = await smallerPhoto(picture.file);
    if (signal.aborted) return 'replaced';
    setShrinking(false);
    if (made === null) return fail(picture.kind === 'heic' ? problems.heic : problems.damaged);
    const smaller: ChosenFile = { file: made.file, kind: 'jpeg', key: newId() };
    setChosen(smaller);
    return send(smaller, signal, onUrl);
  };
  const choose = async (file: File, signal: AbortSignal, onUrl: OnUrl): Promise<Ending> => {
    const picture: ChosenFile = { file, kind: await kindOfFile(file), key: newId() };
    if (signal.aborted) return 'replaced';
    setChosen(picture);
    const refusal = refusalsOf([picture]);
    if (refusal) toast(refusal);
    // Some browsers can read HEIC.
    if (picture.kind === 'heic') return shrink(picture, signal, onUrl);
    const found = problemOfFile(file, picture.kind);
    return found ? fail(found) : send(picture, signal, onUrl);
  };
  const start = (attempt: (signal: AbortSignal) => Promise<Ending>) => {
    setProblem(null);
    setProgress(null);
    setShrinking(false);
    begin(attempt);
  };
  return {
    fileName: chosen?.file.name ?? null,
    progress,
    isShrinking,
    isUnderWay: progress !== null || isShrinking,
    problem,
    choose: (file, onUrl) => start((signal) => choose(file, signal, onUrl)),
    shrink: (onUrl) => chosen && start((signal) => shrink(chosen, signal, onUrl)),
    retry: (onUrl) => chosen && start((signal) => send(chosen, signal, onUrl)),
    settled,
  };
}

const notSent = 'Nothing was sent: the picture has not arrived. What went wrong stands beside it.';

/** The latest attempt: a new one cancels the previous one, whose response would come too late. */
function useAttempt() {
  const latest = useRef<{ readonly call: AbortController; readonly ending: Promise<Ending> } | null>(null);
  useEffect(() => () => latest.current?.call.abort(), []);
  const begin = (attempt: (signal: AbortSignal) => Promise<Ending>) => {
    latest.current?.call.abort();
    const call = new AbortController();
    const ending = attempt(call.signal).finally(() => {
      if (latest.current?.call === call) latest.current = null;
    });
    latest.current = { call, ending };
  };
  const settled = async (): Promise<string | null> => {
    const ending = await latest.current?.ending;
    if (ending === 'replaced') return settled();
    return ending === 'failed' ? notSent : null;
  };
  return { begin, settled };
}
