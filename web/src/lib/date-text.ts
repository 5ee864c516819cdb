const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/**
 * 'Saturday 28 November 2026' for YYYY-MM-DD. Made without a formatter: creating one takes a phone some 50 ms, and server
 * and browsers may put different characters after a weekday.
 */
export function dateText(date: string): string {
  const at = new Date(date);
  return `${weekdays[at.getUTCDay()]} ${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}
