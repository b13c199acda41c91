import type { JSX } from 'preact';
import { useCallback } from 'preact/hooks';
import { fill } from '../../protocol/format.ts';
import type { SummaryItem, SummarySection } from '../../protocol/summarySections.ts';
import { IconButton } from '../base/buttons.tsx';
import { useDialogPane } from './dialogServices.ts';
import { DraftEditor, editedItem, sectionTitle } from './summaryEditors.tsx';
import type { DraftedSummary } from './useSummaryDraft.ts';

interface SectionProps {
  readonly section: SummarySection;
  readonly draft: DraftedSummary;
  readonly editable: boolean;
}

/** A section with its items, which can be folded. */
export function SectionView({ section, draft, editable }: SectionProps): JSX.Element {
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
            <Item key={`${index} ${item.text}`} {...{ item, index, title, section, draft, editable }} />
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
  const { item, index, title, section, draft, editable } = props;
  const { strings, bodies } = useDialogPane();
  const attach = useCallback(
    (place: HTMLElement | null) => place?.replaceChildren(bodies.renderInline(item.text)),
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
    <li class="item">
      <span class="item-text">
        {item.label !== undefined && <span class="item-label">{item.label}</span>}
        <span ref={attach} />
        {item.state !== undefined && (
          <span class="item-state">{item.state === 'done' ? strings.done : item.state}</span>
        )}
      </span>
      {editable && <ItemActions {...props} />}
    </li>
  );
}

function ItemActions({ item, section, draft }: ItemProps): JSX.Element {
  const { strings } = useDialogPane();
  return (
    <span class="item-actions">
      {item.editable && (
        <IconButton
          icon="edit"
          label={strings.editItem}
          onPress={() => draft.open({ kind: 'set', section: section.key, item: item.value })}
        />
      )}
      <IconButton
        icon="trash"
        label={strings.deleteItem}
        onPress={() => draft.apply({ kind: 'remove', section: section.key, item: item.value })}
      />
    </span>
  );
}
