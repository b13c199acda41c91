import type { DialogStore } from '../../history/dialogs/types.ts';

const slices = 48;
/** Up to this length all messages are counted; of longer dialogs, times of `samples` messages are read. */
const countedMessages = 1_000;
const samples = 64;

/** Share of growth from which an estimate is renewed. */
const noticeableGrowth = 0.02;

/** The activity of a pane's dialogs, one at a time. */
export class DialogActivity {
  #known: { readonly of: string; readonly total: number; readonly counts: readonly number[] } | undefined;

  /**
   * Returns messages per equal slice of a dialog's time, oldest first; empty below two messages. For long dialogs, an
   * estimate renewed only after noticeable growth or with another `epoch`.
   */
  async read(dialogs: DialogStore, name: string, epoch: string, total: number): Promise<readonly number[]> {
    if (total < 2) return [];
    const of = JSON.stringify([name, epoch]);
    const known = this.#known?.of === of ? this.#known : undefined;
    const grown = known ? total - known.total : total;
    if (known && total > countedMessages && grown <= known.total * noticeableGrowth) return known.counts;
    const counts = histogram(await readTimes(dialogs, name, total), total);
    this.#known = { of, total, counts };
    return counts;
  }
}

/** Returns times of messages at equal distances, including the first and last. */
async function readTimes(dialogs: DialogStore, name: string, total: number): Promise<readonly number[]> {
  if (total <= countedMessages) return (await dialogs.window(name, 0, total)).messages.map(({ ts }) => ts);
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const position = Math.round((sample * (total - 1)) / (samples - 1));
    const [message] = (await dialogs.window(name, position, 1)).messages;
    if (message) times.push(message.ts);
  }
  return times;
}

/** Distributes the messages between two known times evenly over the slices between them. */
function histogram(times: readonly number[], total: number): readonly number[] {
  const first = Math.min(...times);
  const span = Math.max(...times) - first;
  if (span <= 0) return [];
  const counts = new Array<number>(slices).fill(0);
  const each = total / times.length;
  for (const time of times) {
    const slice = Math.min(slices - 1, Math.floor(((time - first) / span) * slices));
    counts[slice] = (counts[slice] ?? 0) + each;
  }
  return counts.map((count) => Math.round(count));
}
