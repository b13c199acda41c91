import { StoreError } from '../../disk/base/core.ts';
import type { DialogAccess } from './dialogAccess.ts';
import type { Message } from './types.ts';

/**
 * Yields every message of a dialog, oldest first, one part at a time to limit memory. Throws `busy` if clear or
 * restore replaces the messages.
 */
export async function* readAll(access: DialogAccess, name: string): AsyncGenerator<readonly Message[]> {
  let epoch: string | undefined;
  for (let offset = 0; ;) {
    const { value } = await access.read(name, async (reading) => {
      const counts = (await reading.allStats()).map(({ count }) => count);
      return {
        epoch: reading.layout.epoch,
        messages: await reading.window(offset, partFrom(counts, offset)),
      };
    });
    epoch ??= value.epoch;
    if (epoch !== value.epoch)
      throw new StoreError(
        'busy',
        `The dialog "${name}" was cleared or restored while it was read. Try again.`,
      );
    if (value.messages.length === 0) return;
    yield value.messages;
    offset += value.messages.length;
  }
}

/** Returns how many messages from position `offset` on are in the part that contains it. */
function partFrom(counts: readonly number[], offset: number): number {
  let end = 0;
  for (const count of counts) {
    end += count;
    if (end > offset) return end - offset;
  }
  return 0;
}
