import { describe, expect, it } from 'vitest';

import { ConfigError, readConfig } from '#apps/config';

const mistakesOf = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
};
const whole = { GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' };

describe('the providers’ configuration', () => {
  it('is optional', () => {
    expect(readConfig({}).providers).toEqual({});
    expect(readConfig({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }).providers).toEqual({});
  });

  it('has default URLs for the providers', () => {
    const client = { clientId: 'id', clientSecret: 'secret' };
    const environment = Object.fromEntries(
      ['GOOGLE', 'GITHUB', 'DISCORD'].flatMap((name) => [
        [`${name}_CLIENT_ID`, 'id'],
        [`${name}_CLIENT_SECRET`, 'secret'],
      ]),
    );
    expect(readConfig(environment).providers).toEqual({
      google: { ...client, issuer: 'https://accounts.google.com', apiUrl: '' },
      github: { ...client, issuer: 'https://github.com/login/oauth', apiUrl: 'https://api.github.com' },
      discord: { ...client, issuer: 'https://discord.com', apiUrl: 'https://discord.com/api' },
    });
  });

  it('may name other URLs', () => {
    const { github } = readConfig({
      ...whole,
      GITHUB_ISSUER: 'https://code.example/login/oauth',
      GITHUB_API_URL: 'https://code.example/api/v3',
    }).providers;
    expect(github).toMatchObject({
      issuer: 'https://code.example/login/oauth',
      apiUrl: 'https://code.example/api/v3',
    });
  });

  it.each([
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET: must be set along with GOOGLE_CLIENT_ID'],
    [{ DISCORD_CLIENT_SECRET: 's' }, 'DISCORD_CLIENT_ID: must be set along with DISCORD_CLIENT_SECRET'],
    [
      { ...whole, GITHUB_ISSUER: 'github.com' },
      'GITHUB_ISSUER: must be an https address, or an http one of this machine',
    ],
    [
      { ...whole, GITHUB_API_URL: 'http://api.example.org' },
      'GITHUB_API_URL: must be an https address, or an http one of this machine',
    ],
    [
      { ...whole, GITHUB_ISSUER: 'http://localhost.example.org' },
      'GITHUB_ISSUER: must be an https address, or an http one of this machine',
    ],
  ])('refuses %j as incomplete or wrong', (environment, mistake) => {
    expect(mistakesOf(environment)).toEqual([mistake]);
  });

  it('has its mistakes reported together with all others', () => {
    const mistakes = mistakesOf({ PORT: 'x', GOOGLE_ISSUER: 'https://id.example', DISCORD_CLIENT_ID: 'id' });
    expect(mistakes).toEqual([
      'PORT: must be a whole number',
      'GOOGLE_CLIENT_ID: must be set along with GOOGLE_ISSUER',
      'GOOGLE_CLIENT_SECRET: must be set along with GOOGLE_ISSUER',
      'DISCORD_CLIENT_SECRET: must be set along with DISCORD_CLIENT_ID',
    ]);
  });
});
