import { CancellationError, l10n, window, type QuickPick, type QuickPickItem } from 'vscode';
import { cleanTags } from '../../store/memory/memory.ts';
import { number } from '../base/notices.ts';
import type { Project } from '../base/project.ts';

interface TagItem extends QuickPickItem {
  readonly tag: string;
}

/**
 * Asks for tags: those in use can be ticked, others typed, with commas between them. Throws `CancellationError` when
 * the person leaves.
 */
export async function askTags(
  project: Project,
  title: string,
  current: readonly string[],
): Promise<readonly string[]> {
  const counts = new Map((await project.memories.tags()).map(({ tag, count }) => [tag, count]));
  const picker = window.createQuickPick<TagItem>();
  picker.title = title;
  picker.placeholder = l10n.t('Choose tags, or type new ones separated by commas');
  picker.canSelectMany = true;
  const known = [...new Set([...current, ...counts.keys()])].map((tag) => itemOf(tag, counts.get(tag)));
  picker.items = known;
  picker.selectedItems = known.filter(({ tag }) => current.includes(tag));
  picker.onDidChangeValue((value) => offerTyped(picker, known, tagsIn(value)));
  return answer(picker, known);
}

const itemOf = (tag: string, count: number | undefined): TagItem => ({
  label: tag,
  ...(count !== undefined && { description: number(count) }),
  tag,
});

/** Several tags may be typed at once. */
const tagsIn = (text: string): readonly string[] => cleanTags(text.split(/[,，、]/));

/**
 * Offers what is typed as new tags, already ticked; what was ticked stays so. New ones come last, since the editor tells
 * by their number which rows are ticked, and what it told of the rows before must not mean others now.
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
      reject(new CancellationError()); // after an answer this is nothing
    });
    picker.show();
  });
}
