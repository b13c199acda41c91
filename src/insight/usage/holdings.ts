import { isOpen, viewSummary } from '../../protocol/summarySections.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { defined, isObject } from '../../disk/base/core.ts';
import type { DialogInfo, DialogStore } from '../../history/dialogs/types.ts';
import { oneLine } from '../../disk/text/containText.ts';
import { diskUse } from './diskUse.ts';
import type { DialogSize, Holdings, OpenTodo } from './types.ts';

type Dialogs = Pick<DialogStore, 'list' | 'overview' | 'summary'>;

/** Returns the contents of the history; see `InsightStore.holdings`. */
export async function holdingsOf(context: StoreContext, dialogs: Dialogs): Promise<Holdings> {
  const all = await dialogs.list();
  const sizes: DialogSize[] = [];
  const todos: OpenTodo[] = [];
  for (const dialog of all) {
    sizes.push(...(await sizeOf(dialog, dialogs, context)));
    if (!dialog.archived) todos.push(...(await todosOf(dialog, dialogs)));
  }
  const recorded = context.secrets.shown(todos); // summaries may have been saved before secrets were masked
  return { dialogs: sizes.sort(byZone), todos: recorded, disk: await diskUse(context.folder) };
}

async function sizeOf(
  { name }: DialogInfo,
  dialogs: Dialogs,
  { limits }: StoreContext,
): Promise<DialogSize[]> {
  const found = await dialogs.overview(name);
  if (!found) return []; // deleted in the meantime
  const { messages, bytes, maintenance } = found;
  const { maxMessages, maxBytes } = limits;
  return [{ name, messages, maxMessages, bytes, maxBytes, isOutside: maintenance !== undefined }];
}

/** Returns the share of its limits that a dialog uses. */
const zoneOf = ({ messages, maxMessages, bytes, maxBytes }: DialogSize): number =>
  Math.max(messages / maxMessages, bytes / maxBytes);

const byZone = (a: DialogSize, b: DialogSize): number => zoneOf(b) - zoneOf(a) || (a.name < b.name ? -1 : 1);

async function todosOf({ name: dialog }: DialogInfo, dialogs: Dialogs): Promise<OpenTodo[]> {
  const view = viewSummary(await dialogs.summary(dialog));
  if (view.kind !== 'sections') return [];
  const items = view.sections.filter(({ known }) => known === 'todo').flatMap((section) => section.items);
  return items.filter(isOpen).map(({ label, text, state, value }) => {
    const said = oneLine(label === undefined ? text : `${label}: ${text}`);
    const { date } = isObject(value) ? value : {};
    return { dialog, text: said, ...defined({ state, date: typeof date === 'string' ? date : undefined }) };
  });
}
