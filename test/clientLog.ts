import assert from 'node:assert/strict';

/** What the client of a write was told: that it is done, that it failed, or nothing, as its writer ended before. */
export type Told = 'done' | 'failed' | 'nothing';

interface Write {
  readonly writer: string | undefined;
  readonly text: string;
  told: Told;
}

/**
 * What clients sent and were told, to be compared with what is there afterwards, on a disk, in a hub, or as another process
 * reads it: the one check of all tests that kill writers, fail their disks, let them stand still, or cut their connections.
 */
export class ClientLog {
  readonly #writes = new Map<string, Write>();

  /** Notes a text, unlike any other, before it is sent; those of one `writer` keep the order in which they are sent. */
  sent(text: string, writer?: string): void {
    assert.ok(!this.#writes.has(text), `${text} is sent twice`);
    this.#writes.set(text, { writer, text, told: 'nothing' });
  }

  /** Notes a text of which it is known already that it was told as done. */
  done(text: string, writer?: string): void {
    this.sent(text, writer);
    this.told(text);
  }

  /** Notes what was told of a text. */
  told(text: string, told: Told = 'done'): void {
    const write = this.#writes.get(text);
    assert.ok(write, `${text} was not sent`);
    write.told = told;
  }

  /** Sends a text by `work` and notes what that tells; an error is thrown on. */
  async write<T>(text: string, work: () => Promise<T>, writer?: string): Promise<T> {
    this.sent(text, writer);
    try {
      const result = await work();
      this.told(text);
      return result;
    } catch (error) {
      this.told(text, 'failed');
      throw error;
    }
  }

  /** How many texts were told as this. */
  count(told: Told): number {
    return [...this.#writes.values()].filter((write) => write.told === told).length;
  }

  /** Asserts that what was told as done is there once, in its order, what failed is not, and nothing else. */
  assertMatches(there: readonly string[], where = 'on the disk'): void {
    const counts = new Map<string, number>();
    for (const text of there) counts.set(text, (counts.get(text) ?? 0) + 1);
    const wrong = [...this.#writes.values()].flatMap(({ text, told }) => {
      const count = counts.get(text) ?? 0;
      const [least, most] = { done: [1, 1], failed: [0, 0], nothing: [0, 1] }[told] as [number, number];
      return count < least || count > most ? [`${text.slice(0, 60)}: ${told}, ${count} times`] : [];
    });
    const unknown = there
      .filter((text) => !this.#writes.has(text))
      .map((text) => `${text.slice(0, 60)}: never sent`);
    assert.deepEqual([...wrong, ...unknown], [], where);
    for (const writer of new Set([...this.#writes.values()].map((write) => write.writer))) {
      if (writer === undefined) continue;
      const order = there.filter((text) => this.#writes.get(text)?.writer === writer);
      const sent = [...this.#writes.keys()].filter((text) => order.includes(text));
      assert.deepEqual(order, sent, `${where}: the order of ${writer}`);
    }
  }
}

/** Asserts the same of a history that had one state and was to get another. */
export function assertState(
  after: string,
  { before, done }: { readonly before: string; readonly done: string },
  told: Told,
  where: string,
): void {
  const possible = { done: [done], failed: [before], nothing: [before, done] }[told];
  assert.ok(possible.includes(after), `${where}, told: ${told}: ${after === done ? 'it is done' : after}`);
}
