import { CancellationError, l10n, window, type QuickPick, type QuickPickItem } from 'vscode';
import { cleanTags } from '../../disk/base/tags.ts';
import { number } from './notices.ts';

/** Tags of what is being tagged, one list per item, and those in use with their numbers. */
interface TagQuestion {
  readonly title: string;
  readonly current: readonly (readonly string[])[];
  readonly counts: ReadonlyMap<string, number>;
}

/** The chosen tags; those that only some items have remain so unless checked. */
export interface TagChoice {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

interface TagItem extends QuickPickItem {
  readonly tag: string;
}

/** Asks for tags: existing ones can be checked, new ones typed, separated by commas. Throws `CancellationError`. */
export async function askTags({ title, current: given, counts }: TagQuestion): Promise<TagChoice> {
  const current = given.map(cleanTags);
  const shared = [...tagCounts(current)].filter(([, count]) => count === current.length).map(([tag]) => tag);
  const picker = window.createQuickPick<TagItem>();
  picker.title = title;
  picker.placeholder = l10n.t('Choose tags, or type new ones separated by commas');
  picker.canSelectMany = true;
  const known = [...new Set([...shared, ...current.flat(), ...counts.keys()])].map((tag) => ({
    label: tag,
    tag,
    ...described(tag, counts, current),
  }));
  picker.items = known;
  picker.selectedItems = known.filter(({ tag }) => shared.includes(tag));
  picker.onDidChangeValue((value) => offerTyped(picker, known, tagsIn(value)));
  const chosen = await answer(picker, known);
  return {
    add: chosen.filter((tag) => !shared.includes(tag)),
    remove: shared.filter((tag) => !chosen.includes(tag)),
  };
}

/** Counts tags in lists, most frequent first. */
export function tagCounts(lists: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const tag of lists.flatMap((tags) => cleanTags(tags))) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return new Map([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}

/** Applies a choice to tags. */
export const retagged = (tags: readonly string[], { add, remove }: TagChoice): readonly string[] =>
  cleanTags([...cleanTags(tags).filter((tag) => !remove.includes(tag)), ...add]);

/** Describes how many items have a tag, and whether only some of the tagged items have it. */
function described(
  tag: string,
  counts: TagQuestion['counts'],
  current: TagQuestion['current'],
): { readonly description?: string } {
  const some = current.filter((tags) => tags.includes(tag)).length;
  if (some > 0 && some < current.length)
    return { description: l10n.t('on {0} of {1}', number(some), number(current.length)) };
  const count = counts.get(tag);
  return count === undefined ? {} : { description: number(count) };
}

/** Several tags may be typed at once. */
const tagsIn = (text: string): readonly string[] => cleanTags(text.split(/[,，、]/));

/**
 * Offers typed text as new tags, checked, and keeps other checks. New ones come last, since the editor reports
 * checked rows by number, and earlier reports must remain valid.
 */
function offerTyped(picker: QuickPick<TagItem>, known: readonly TagItem[], typed: readonly string[]): void {
  const ticked = picker.selectedItems.filter((item) => known.includes(item));
  const fresh = typed
    .filter((tag) => !known.some((item) => item.tag === tag))
    .map((tag) => ({ label: tag, description: l10n.t('new tag'), alwaysShow: true, tag }));
  picker.items = [...known, ...fresh];
  picker.selectedItems = [...ticked, ...fresh];
}

function answer(picker: QuickPick<TagItem>, known: readonly TagItem[]): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    picker.onDidAccept(() => {
      const ticked = picker.selectedItems.filter((item) => known.includes(item));
      resolve(cleanTags([...ticked.map(({ tag }) => tag), ...tagsIn(picker.value)]));
      picker.hide();
    });
    picker.onDidHide(() => {
      picker.dispose();
      reject(new CancellationError()); // no effect after an answer
    });
    picker.show();
  });
}
