import { join } from 'node:path';
import { inMemory } from '../../disk/files/inMemory.ts';
import { statOwn } from '../../disk/files/way.ts';
import { openPart, readLayout, isStillValid, summaryFile, type Layout } from './layout.ts';

/** Time after which manual changes to a dialog's folder are noticed. Milliseconds. */
const recheckMs = 2_000;
/** Number of dialogs whose layout is cached. */
const maxCached = 50;

/** Recent layouts, so that the next read does not list hundreds of parts again. */
export class RecentLayouts {
  readonly #recent = inMemory<{ readonly layout: Layout; readonly readAt: number }>(maxCached);

  /** Returns the layout of a dialog's folder; a `recent` one may include files just moved or deleted by hand. */
  async read(folder: string, freshness: 'recent' | 'exact'): Promise<Layout> {
    const known = this.#recent.get(folder, '');
    const recent = freshness === 'recent' && known && performance.now() - known.readAt < recheckMs;
    if (recent && (await isStillValid(folder, known.layout))) return withFiles(known.layout);
    const layout = await readLayout(folder, undefined, known?.layout);
    if (layout.state !== undefined) this.#recent.set(folder, '', { layout, readAt: performance.now() });
    return layout;
  }
}

/** Updates a layout with the current state of the two files that come and go. */
function withFiles(layout: Layout): Layout {
  const { state } = layout;
  if (state === undefined) return layout;
  const has = (name: string): boolean => statOwn(join(state, name)) !== undefined;
  return { ...layout, open: has(openPart), summary: has(summaryFile) };
}
