import type { JSX, RefObject } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { EntryCommand } from '../../protocol/dialogPane.ts';
import { fill } from '../../protocol/format.ts';
import { same, withDone, type EntryRef } from '../../protocol/summaryEdits.ts';
import { isOpen, type SummaryItem, type SummarySection } from '../../protocol/summarySections.ts';
import { IconButton } from '../base/buttons.tsx';
import { MenuButton, type MenuItem } from '../base/menu.tsx';
import { unfold } from '../find/unfold.ts';
import { useDialogPane } from './dialogServices.ts';
import { DraftEditor, editedItem, sectionTitle } from './summaryEditors.tsx';
import type { DraftedSummary } from './useSummaryDraft.ts';

interface SectionProps {
  readonly section: SummarySection;
  readonly draft: DraftedSummary;
  readonly editable: boolean;
  /** Entry to scroll to and highlight, whenever it is another object. */
  readonly wanted: EntryRef | undefined;
}

/** A collapsible section with its items. */
export function SectionView({ section, draft, editable, wanted }: SectionProps): JSX.Element {
  const { strings, format } = useDialogPane();
  const title = sectionTitle(section, strings);
  const adding = draft.editor?.kind === 'add' && draft.editor.section === section.key;
  return (
    <div class="section">
      <details open>
        <summary class="section-head">
          <h3>{title}</h3>
          <span class="badge">{format.count(section.items.length)}</span>
        </summary>
        <ul class="items">
          {section.items.map((item, index) => (
            <Item
              key={`${index} ${item.text}`}
              {...{ item, index, title, section, draft, editable, wanted }}
            />
          ))}
          {adding && (
            <li>
              <DraftEditor
                draft={draft}
                text=""
                label={fill(strings.itemText, title)}
                editOf={(text) => ({ kind: 'add', section: section.key, text })}
              />
            </li>
          )}
        </ul>
      </details>
      {editable && section.list && (
        <div class="section-actions">
          <IconButton
            icon="add"
            label={fill(strings.addItem, title)}
            onPress={() => draft.open({ kind: 'add', section: section.key })}
          />
        </div>
      )}
    </div>
  );
}

interface ItemProps extends SectionProps {
  readonly item: SummaryItem;
  readonly index: number;
  readonly title: string;
}

function Item(props: ItemProps): JSX.Element {
  const { item, index, title, section, draft, wanted } = props;
  const isWanted = wanted?.section === section.key && same(item.value, wanted.item);
  const [row, lit] = useHighlight<HTMLLIElement>(isWanted ? wanted : undefined);
  const { strings, bodies } = useDialogPane();
  const attach = useCallback(
    (element: HTMLElement | null) => element?.replaceChildren(bodies.renderInline(item.text)),
    [bodies, item.text],
  );
  if (index === editedItem(section, draft)) {
    return (
      <li>
        <DraftEditor
          draft={draft}
          text={item.text}
          label={fill(strings.itemText, title)}
          editOf={(text) => ({ kind: 'set', section: section.key, item: item.value, text })}
        />
      </li>
    );
  }
  return (
    <li ref={row} class={lit ? 'item item-lit' : 'item'}>
      <span class="item-text">
        {item.label !== undefined && <span class="item-label">{item.label}</span>}
        <span ref={attach} />
        {item.state !== undefined && (
          <span class="item-state">{item.state === 'done' ? strings.done : item.state}</span>
        )}
      </span>
      <ItemActions {...props} />
    </li>
  );
}

function ItemActions(props: ItemProps): JSX.Element {
  const { item, section, draft, editable } = props;
  const { strings } = useDialogPane();
  return (
    <span class="item-actions">
      {editable && item.editable && (
        <IconButton
          icon="edit"
          label={strings.editItem}
          onPress={() => draft.open({ kind: 'set', section: section.key, item: item.value })}
        />
      )}
      <MenuButton label={strings.moreActions} items={useItemMenu(props)} />
    </span>
  );
}

/** Returns the actions of an item. An unsaved one can only be marked done and removed. */
function useItemMenu({ item, section, draft, editable }: ItemProps): readonly MenuItem[] {
  const { strings, send, announce } = useDialogPane();
  const ref = { section: section.key, item: item.value };
  const command = (name: EntryCommand, label: string): MenuItem => ({
    label,
    run: () => send({ type: 'entry', command: name, ...ref }),
  });
  const open = isOpen(item);
  const label = open ? strings.markDone : strings.markOpen;
  const put = { label, run: () => draft.apply({ kind: 'put', ...ref, value: withDone(item.value, open) }) };
  const copy = (): void => {
    send({ type: 'copyText', text: item.text });
    announce(strings.copied);
  };
  return [
    ...(editable ? [draft.changed ? put : command(open ? 'done' : 'open', label)] : []),
    { label: strings.copyItem, run: copy },
    ...(editable && !draft.changed ? [command('promote', strings.promote)] : []),
    ...(draft.changed ? [] : [command('copyLink', strings.copyLink)]),
    ...(editable && !draft.changed ? [command('share', strings.share)] : []),
    ...(draft.changed ? [] : [command('openMessage', strings.openItemMessage)]),
    ...(editable ? [{ label: strings.deleteItem, run: () => draft.apply({ kind: 'remove', ...ref }) }] : []),
  ];
}

const highlightMs = 2_000;

/** Scrolls to an element and highlights it for a while, once for each `wanted`. */
function useHighlight<E extends HTMLElement>(wanted: object | undefined): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [lit, setLit] = useState(false);
  useEffect(() => {
    if (wanted === undefined) return undefined;
    unfold(element.current);
    element.current?.scrollIntoView({ block: 'nearest' });
    setLit(true);
    return undefined;
  }, [wanted]);
  useEffect(() => {
    const timer = setTimeout(() => setLit(false), highlightMs);
    return () => clearTimeout(timer);
  }, [lit]);
  return [element, lit];
}
