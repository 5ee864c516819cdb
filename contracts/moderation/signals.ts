/** What a waiting item may have in common with others, in the order in which an item lists it; `link` is a web address in a text. */
export const signalKinds = [
  'link',
  'same-link',
  'same-text',
  'same-picture',
  'near-picture',
  'near-name',
  'burst',
] as const;
export type SignalKind = (typeof signalKinds)[number];

/** A signal's key: its kind and a hash, so that no text makes it long. */
export const signalKeyPattern = new RegExp(`^(${signalKinds.join('|')})-[0-9a-f]{32}$`);

/** The kind that a key names. */
export const kindOfSignal = (key: string): SignalKind | undefined =>
  signalKinds.find((kind) => key.startsWith(`${kind}-`) && key.length === kind.length + 33);

/** The fields of the queue's entries that hold keys of a kind. An entry has each key once. */
export const signalFields = {
  'same-picture': ['pictureKey'],
  'same-link': ['hostKey', 'secondHostKey'],
  'same-text': ['textKey'],
  'near-picture': ['nearPictureKey'],
  'near-name': ['nearNameKey'],
  burst: ['burstKey'],
  link: ['linkKey'],
} as const satisfies Record<SignalKind, readonly string[]>;
export type SignalField = (typeof signalFields)[SignalKind][number];

/** How many waiting items must have a key before it is a signal. */
export const signalFrom: Readonly<Record<SignalKind, number>> = {
  'same-picture': 2,
  'same-link': 2,
  'same-text': 2,
  'near-picture': 2,
  'near-name': 1,
  burst: 5,
  link: 1,
};

/** How many waiting items must share something before they are a group. */
export const groupFrom = 3;
