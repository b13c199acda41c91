/** Returns all days of an inclusive range, `YYYY-MM-DD`; none if the first is later. */
export function daysBetween(first: string, last: string): readonly string[] {
  const days: string[] = [];
  for (let day = first; day <= last && days.length < maxDays; day = nextDay(day)) days.push(day);
  return days;
}

/** Maximum number of bars. */
const maxDays = 3_700;

function nextDay(day: string): string {
  const time = new Date(`${day}T12:00:00Z`);
  time.setUTCDate(time.getUTCDate() + 1);
  return time.toISOString().slice(0, 10);
}

/** Returns a local time within a day, for formatting. */
export const momentOf = (day: string): number => new Date(`${day}T12:00:00`).getTime();
