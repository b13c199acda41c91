import { usualKinds, type MessageKind } from '../../protocol/messageKinds.ts';
import type { OpenRun } from '../../protocol/sessionPane.ts';
import type { SessionContent } from './sessionReading.ts';
import { SessionRows } from './sessionRows.ts';

/** What a pane shows of its session: kinds of messages, and expanded runs. */
export class ShownRows {
  #kinds: readonly MessageKind[] = usualKinds;
  readonly #open = new Set<number>();
  #made: { readonly of: SessionContent | undefined; readonly rows: SessionRows } | undefined;

  get kinds(): readonly MessageKind[] {
    return this.#kinds;
  }

  filter(kinds: readonly MessageKind[]): void {
    this.#kinds = kinds;
    this.#made = undefined;
  }

  /** Expands or collapses the run that starts at a position. */
  unfold(at: number, open: boolean): void {
    this.#open[open ? 'add' : 'delete'](at);
  }

  rows(reading: SessionContent | undefined): SessionRows {
    if (this.#made === undefined || this.#made.of !== reading)
      this.#made = { of: reading, rows: new SessionRows(reading?.messages ?? [], this.#kinds) };
    return this.#made.rows;
  }

  runs(reading: SessionContent | undefined): readonly OpenRun[] {
    const rows = this.rows(reading);
    return [...this.#open].flatMap((at) => rows.run(at) ?? []);
  }

  /** Returns the row of the message at a position, changing the filter and expanding runs if needed. */
  reveal(reading: SessionContent, place: number): number {
    if (this.rows(reading).rowOf(place) === undefined) this.filter(usualKinds);
    const rows = this.rows(reading);
    const [first = place] = rows.placesOf([place]);
    this.unfold(first, true); // no effect if it is not a run
    return rows.rowFrom(place);
  }
}
