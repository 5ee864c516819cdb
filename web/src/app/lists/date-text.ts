const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** 'Saturday 28 November 2026' for YYYY-MM-DD. Server and browsers may put different characters after a weekday. */
export function dateText(date: string): string {
  const at = new Date(date);
  return `${weekdays[at.getUTCDay()] ?? ''} ${day.format(at)}`;
}
