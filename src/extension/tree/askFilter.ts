import { l10n, QuickPickItemKind, window, type QuickPickItem } from 'vscode';

/** A choice in a filter besides words. */
export interface FilterChoice<Filter> {
  readonly label: string;
  /** Name of a codicon. */
  readonly icon: string;
  readonly description?: string;
  /** Whether it is active; choosing it then removes it. */
  readonly isChosen: boolean;
  /** Returns the filter with this choice toggled. */
  readonly apply: (filter: Filter) => Filter;
}

interface Question<Filter> {
  readonly title: string;
  /** Description of what can be typed. */
  readonly words: string;
  readonly filter: Filter;
  readonly choices: Promise<readonly FilterChoice<Filter>[]>;
}

type Item<Filter> = QuickPickItem & { readonly filter?: Filter };

/** Asks for words or one of the choices, which may arrive later; undefined if canceled. */
export function askFilter<Filter extends { readonly text: string }>({
  title,
  words,
  filter,
  choices,
}: Question<Filter>): Promise<Filter | undefined> {
  const picker = window.createQuickPick<Item<Filter>>();
  Object.assign(picker, { title, placeholder: words, value: filter.text, busy: true });
  let rows: readonly Item<Filter>[] = [];
  const show = (): void => {
    const text = picker.value.trim();
    const label = text === '' ? l10n.t('Any words') : l10n.t('Words: {0}', text);
    const isNew = text !== filter.text || text !== '';
    const typed = { label: `$(search) ${label}`, alwaysShow: true, filter: { ...filter, text } };
    picker.items = [...(isNew ? [typed, separator] : []), ...rows];
  };
  picker.onDidChangeValue(show);
  void choices
    .then((found) => (rows = found.map((choice) => rowOf(choice, filter))))
    .finally(() => {
      picker.busy = false;
      show();
    })
    .catch(() => undefined); // the tree reports errors in listing
  show();
  picker.show();
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]?.filter ?? { ...filter, text: picker.value.trim() });
      picker.dispose();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
  });
}

const separator = { label: '', kind: QuickPickItemKind.Separator };

const rowOf = <Filter>(
  { label, icon, description = '', isChosen, apply }: FilterChoice<Filter>,
  filter: Filter,
): Item<Filter> => ({
  label: `$(${isChosen ? 'check' : icon}) ${label}`,
  description,
  filter: apply(filter),
});
