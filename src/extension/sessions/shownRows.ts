import { usualKinds, type MessageKind } from '../../protocol/messageKinds.ts';
import type { OpenRun } from '../../protocol/sessionPane.ts';
import type { SessionContent } from './sessionReading.ts';
import { SessionRows } from './sessionRows.ts';

/** What a pane shows of its session: which kinds of messages, and which runs of them are unfolded. */
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

  /** The run that begins with the message at a place. */
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

  /** The row that shows the message at a place, whatever was left out or folded before. */
  reveal(reading: SessionContent, place: number): number {
    if (this.rows(reading).rowOf(place) === undefined) this.filter(usualKinds);
    const rows = this.rows(reading);
    const [first = place] = rows.placesOf([place]);
    this.unfold(first, true); // where it is no run, that says nothing
    return rows.rowFrom(place);
  }
}
