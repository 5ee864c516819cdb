import { initialLimits } from '../initial.ts';

/** Lengths in characters, sizes in bytes. */
export const limits = {
  ...initialLimits,
  name: 120,
  country: 100,
  /** Kilometres around a point that places are searched in: by default, and at most. */
  withinUsually: 10,
  withinMost: 100,
  /** Places and clusters in one response for a map. */
  onMap: 300,
  mapAttribution: 300,
  description: 2000,
  address: 300,
  accessNotes: 500,
  url: 2048,
  reason: 500,
  personName: 60,
  email: 254,
  passwordLeast: 6,
  passwordMost: 200,
  /** Sessions of one account; a further one closes the oldest. */
  sessions: 30,
  licenceName: 100,
  fileName: 255,
  /** The caption of a photo. */
  caption: 200,
  /** The name of a camera or lens. */
  deviceName: 100,
  /** How often the description of one photo may change. */
  descriptionsOfPhoto: 100,
  /** Of each photo. */
  photoBytes: 5 * 1024 * 1024,
  /** Photos that a person may have stored; deleted ones count until their files are removed. */
  photosOfPerson: 5000,
  photoBytesOfPerson: 2_000_000_000,
  /** Photos of a person that nobody has reviewed, before and after their first approval. */
  unreviewedPhotosOfNewcomer: 20,
  unreviewedPhotosOfPerson: 200,
  /** Photos that a location may have. */
  photosOfPlace: 1000,
  /** Milliseconds of processor time, in ten minutes, to decode what one person, and what one network, uploads. */
  decodingOfPerson: 120_000,
  decodingOfNetwork: 300_000,
  /** Bytes of uploads that one network may send in a day (UTC); those of trusted people and moderators do not count. */
  uploadBytesOfNetwork: 1_000_000_000,
  /** Pictures for cities that a person may upload in a week. */
  picturesOfPersonInWeek: 100,
  photoPixels: 50_000_000,
  /** Lower for formats that cost more to decode: AVIF, and interlaced or 16-bit PNG. */
  photoPixelsAvif: 12_000_000,
  photoPixelsCostlyPng: 25_000_000,
  bodyBytes: 64 * 1024,
  /** 5 MB in base64 is 6.7 MB; the rest is the file's name and the JSON around it. */
  uploadBodyBytes: 7_500_000,
  pageMost: 500,
  /** For pages that contain whole pictures as data URLs. */
  pageMostWithImages: 20,
  /** Trending locations of one city, as long as other cities have more. */
  trendingPerCity: 3,
  /** Cities, locations and edits together that one person may have pending, before and after their first approval. */
  waitingOfNewcomer: 5,
  waitingOfPerson: 50,
  /**
   * Unreviewed changes that applied at once, for one trusted person or moderator. For others, the limit is that of
   * waiting items.
   */
  changesOfTrusted: 200,
  /** How often the submitter may change a declined item and send it in again. */
  resubmissions: 3,
  waitingEditsOfPlace: 50,
  waitingEditsOfPersonOnPlace: 5,
  /** Decisions in one request. */
  batchItems: 100,
  /** Requests with one batch id belong together for this time (milliseconds) after the first. */
  batchWithin: 60 * 60 * 1000,
  /** Decisions can be taken back within this time (milliseconds). */
  undoWithin: 30 * 24 * 60 * 60 * 1000,
  /** Milliseconds after an approval in which moderators can undo it; later only the administrator can. */
  takenAwayWithin: 30 * 24 * 60 * 60 * 1000,
  /** Milliseconds within which a deleted entity can be restored; the bytes of photos are stored longer. */
  restoreWithin: 30 * 24 * 60 * 60 * 1000,
  /** Lists of places that a person may have, the places of one, and its texts. */
  listsOfPerson: 50,
  placesOfList: 200,
  listName: 100,
  listNote: 1000,
  /** The note that a person may add to a report. */
  reportNote: 500,
  /** A moderator's note, and how many there may be on one item. */
  note: 500,
  notesOnItem: 100,
  /** The reasons for declining, each under a digit. */
  reasons: 9,
  /** Open reports by one person, and on one item. */
  reportsOfPerson: 10,
  reportsOnItem: 100,
} as const;

/**
 * Widths in pixels that a photo is served in, the last for the full screen; never wider than the original, and the last
 * only up to `fullScreenPixels`.
 */
export const renditionWidths = [320, 480, 750, 1080, 1600, 2560] as const;
/** Without this limit, a tall strip at the last width would take seconds to encode. */
export const fullScreenPixels = 10_000_000;

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;
