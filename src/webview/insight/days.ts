/** The days from one to another, `YYYY-MM-DD`, both among them; none where the first is later. */
export function daysBetween(first: string, last: string): readonly string[] {
  const days: string[] = [];
  for (let day = first; day <= last && days.length < mostDays; day = nextDay(day)) days.push(day);
  return days;
}

/** More bars than this are none. */
const mostDays = 3_700;

function nextDay(day: string): string {
  const time = new Date(`${day}T12:00:00Z`);
  time.setUTCDate(time.getUTCDate() + 1);
  return time.toISOString().slice(0, 10);
}

/** A day as a moment of this machine that formats can show. */
export const momentOf = (day: string): number => new Date(`${day}T12:00:00`).getTime();
