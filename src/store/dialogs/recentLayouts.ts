import { join } from 'node:path';
import { FileCache } from '../files/fileCache.ts';
import { look } from '../files/way.ts';
import { openPart, readLayout, stillHolds, summaryFile, type Layout } from './layout.ts';

/** What other programs do to a dialog's folder by hand is noticed after this. Milliseconds. */
const trustMs = 2_000;
/** Dialogs whose layout is remembered. */
const remembered = 50;

/** Layouts read a moment ago, so that the next read does not list the hundreds of parts of a long dialog again. */
export class RecentLayouts {
  readonly #recent = new FileCache<{ readonly layout: Layout; readonly readAt: number }>(remembered);

  /** The layout of a dialog's folder; a `recent` one may name what was put aside or deleted by hand a moment ago. */
  async read(folder: string, freshness: 'recent' | 'exact'): Promise<Layout> {
    const known = this.#recent.get(folder, '');
    const recent = freshness === 'recent' && known && performance.now() - known.readAt < trustMs;
    if (recent && (await stillHolds(folder, known.layout))) return withFiles(known.layout);
    const layout = await readLayout(folder, undefined, known?.layout);
    if (layout.state !== undefined) this.#recent.set(folder, '', { layout, readAt: performance.now() });
    return layout;
  }
}

/** The layout with what is there now of the two files that come and go. */
function withFiles(layout: Layout): Layout {
  const { state } = layout;
  if (state === undefined) return layout;
  const has = (name: string): boolean => look(join(state, name)) !== undefined;
  return { ...layout, open: has(openPart), summary: has(summaryFile) };
}
