import { describe, expect, it } from 'vitest';

import { readMail } from './mailer.ts';

const read = (MAIL_URL?: string, MAIL_FROM?: string) => {
  const mistakes: string[] = [];
  return { config: readMail({ MAIL_URL, MAIL_FROM }, mistakes), mistakes };
};

describe('email in the configuration', () => {
  it('is off if both settings are missing', () => {
    expect(read()).toEqual({ config: undefined, mistakes: [] });
  });

  it.each([
    ['smtp://localhost:2525', 'guide@example.org', { name: undefined, address: 'guide@example.org' }],
    [
      'smtps://user%40x:p%2Fw@mail.example',
      'The Guide <guide@example.org>',
      { name: 'The Guide', address: 'guide@example.org' },
    ],
    ['smtp://mail.example/', '"Guide" <g@example.org>', { name: 'Guide', address: 'g@example.org' }],
    ['smtp://[::1]:25', '<g@example.org>', { name: undefined, address: 'g@example.org' }],
  ])('is %s, from %s', (url, from, sender) => {
    expect(read(url, from)).toEqual({ config: { url, from: sender }, mistakes: [] });
  });

  const place = 'MAIL_URL: must be like smtp://host:587 or smtps://user:password@host';
  const sender = 'MAIL_FROM: must be an email address, or a name with one behind it in <>';
  it.each([
    ['smtp://h', undefined, 'MAIL_FROM: must be set along with MAIL_URL'],
    [undefined, 'a@example.org', 'MAIL_URL: must be set along with MAIL_FROM'],
    ['https://h', 'a@example.org', place],
    ['smtp://', 'a@example.org', place],
    ['smtp://u:secret@h/path', 'a@example.org', place],
    ['smtp://u:%zz@h', 'a@example.org', place],
    ['smtp://h?tls=no', 'a@example.org', place],
    ['smtp://h', 'nobody', sender],
    ['smtp://h', 'A <a@example.org>, B <b@example.org>', sender],
    ['smtp://h', 'A\r\nBcc: x@example.org <a@example.org>', sender],
  ])('refuses %j and %j', (url, from, mistake) => {
    const { mistakes } = read(url, from);
    expect(mistakes).toEqual([mistake]);
    expect(mistakes.join()).not.toContain('secret');
  });
});
