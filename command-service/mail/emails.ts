import { pathOf } from '#contracts/screens';
import { decisionText, nextStep, type MailedDecision } from './decision-text.ts';
import { layOut, type Part } from './layout.ts';
import type { Mail } from './mailer.ts';

// Mails to unconfirmed addresses contain no text that a person has chosen. Otherwise somebody could sign up with
// another person's address and make us send them any text.

export const resetEmail = (publicOrigin: string, link: string): Mail =>
  layOut({
    subject: 'Choose a new password',
    parts: [
      {
        heading: 'Choose a new password',
        text: 'Somebody asked for a new password for the account with this email address. The link works once, for 60 minutes.',
      },
      { link, label: 'Choose a new password' },
    ],
    footer: 'If it was not you, do nothing: your password stays as it is.',
    publicOrigin,
  });

export const confirmEmail = (publicOrigin: string, link: string): Mail =>
  layOut({
    subject: 'Confirm your email address',
    parts: [
      {
        heading: 'Confirm your email address',
        text: 'Somebody signed up with this email address. Once it is confirmed, it can be used for mail about what you send in. The link works for 7 days, for whoever is signed in to that account or knows its password.',
      },
      { link, label: 'Confirm this address' },
    ],
    footer: 'If it was not you, do nothing: the address stays unconfirmed.',
    publicOrigin,
  });

/** How many decisions one mail lists; further ones are only counted. */
const shownMost = 30;

/** The mail about decisions on what a person sent in. `decisions` has at least one. */
export function decisionsEmail(publicOrigin: string, decisions: readonly MailedDecision[]): Mail {
  const [first, ...others] = decisions;
  const subject =
    first !== undefined && others.length === 0
      ? decisionText(first)
      : `${decisions.length} decisions about what you sent in`;
  const more = decisions.length - shownMost;
  return layOut({
    subject,
    parts: [
      ...decisions.slice(0, shownMost).flatMap((decision) => partsOf(decision, publicOrigin)),
      ...(more > 0 ? [{ text: `And ${more} more.` }] : []),
      { link: publicOrigin + pathOf('submissions'), label: 'See all that you sent in' },
    ],
    footer: `You get this since your profile says so. Change it there: ${publicOrigin}${pathOf('profile')}`,
    publicOrigin,
  });
}

function partsOf(decision: MailedDecision, publicOrigin: string): Part[] {
  const { reason, path, status } = decision;
  const href = path === null || status === 'deleted' ? null : `${publicOrigin}${path}`;
  return [{ heading: `${decisionText(decision)}.`, href, text: nextStep(decision) ?? '', quote: reason }];
}
