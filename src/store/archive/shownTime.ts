import type { ArchiveTime } from './settings.ts';

/** A time as a heading shows it, to the second: `2026-02-05 13:00:00 +01:00`, or `2026-02-05 12:00:00 UTC`. */
export function shownTime(ms: number, zone: ArchiveTime): string {
  if (zone === 'utc') return `${plain(ms)} UTC`;
  const offset = -new Date(ms).getTimezoneOffset();
  const part = (minutes: number): string => String(Math.floor(minutes)).padStart(2, '0');
  const distance = Math.abs(offset);
  const sign = offset < 0 ? '-' : '+';
  return `${plain(ms + offset * 60_000)} ${sign}${part(distance / 60)}:${part(distance % 60)}`;
}

const plain = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
