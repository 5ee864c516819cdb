import type { ReportReason } from '#contracts/report/words';

/** The reasons for a report, in the words that reporters choose and moderators read. */
export const reasonTexts: Readonly<Record<ReportReason, string>> = {
  gone: 'It is not there any more',
  wrong: 'Something about it is wrong',
  duplicate: 'It is here twice',
  inappropriate: 'It is not fit to be shown',
  copyright: 'It is somebody else’s work',
  other: 'Something else',
};
