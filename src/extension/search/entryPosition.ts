interface Entry {
  readonly id?: string;
  /** Milliseconds. */
  readonly ts: number;
}

/** Whether a reference means this entry: it names its id or else its time. */
export const isEntry = ({ id, ts }: Entry, entry: string): boolean => id === entry || String(ts) === entry;

/** The position of the entry a reference means, from 0; undefined when it is not there. */
export async function positionIn(
  pages: AsyncIterable<readonly Entry[]>,
  entry: string,
): Promise<number | undefined> {
  let before = 0;
  for await (const page of pages) {
    const at = page.findIndex((one) => isEntry(one, entry));
    if (at !== -1) return before + at;
    before += page.length;
  }
  return undefined;
}
