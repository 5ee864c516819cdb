/** A device as a person would name it, derived from a browser's User-Agent. */
export interface Device {
  readonly name: string;
  readonly kind: 'computer' | 'phone' | 'tablet' | 'other';
}

// The order matters: most browsers also name those that they descend from.
const browsers = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer'],
] as const;

/**
 * For example 'Firefox on Windows'; other programs by the name they give themselves. `agent`: the User-Agent header.
 */
export function deviceOf(agent: string | null): Device {
  const text = agent ?? '';
  const browser = browsers.find(([pattern]) => pattern.test(text))?.[1];
  const system = systems.find(([pattern]) => pattern.test(text));
  if (system !== undefined) {
    const [, name, kind] = system;
    return { name: browser === undefined ? name : `${browser} on ${name}`, kind };
  }
  const program = /^[\w.-]{1,40}(?=\/|$)/.exec(text)?.[0];
  return { name: browser ?? program ?? 'Unknown device', kind: 'other' };
}
