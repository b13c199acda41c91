import type { JSX } from 'preact';
import type { ContextCommand, ContextHeader, ContextPaneState } from '../../protocol/contextPane.ts';
import { fill } from '../../protocol/format.ts';
import { fullness } from '../../protocol/fullness.ts';
import { IconButton } from '../base/buttons.tsx';
import { Meter, When } from '../base/facts.tsx';
import type { MenuItem } from '../base/menu.tsx';
import { DamagedNotice, Notice } from '../base/notices.tsx';
import { PaneActions, PaneHeader } from '../base/paneHeader.tsx';
import { useContextPane } from './contextServices.ts';

interface ContextHeaderProps {
  readonly state: ContextPaneState;
  readonly onFind: () => void;
}

/** Header: title and dialog of the context, its actions and figures. */
export function ContextHeaderView({ state, onFind }: ContextHeaderProps): JSX.Element {
  const { strings } = useContextPane();
  const { header, turns } = state;
  const untitled = header.status === 'active' ? strings.untitledActive : strings.untitled;
  const title = header.title === '' ? untitled : header.title;
  return (
    <PaneHeader
      title={title}
      hasMessages={turns.length > 0}
      actions={<ContextActions header={header} onFind={onFind} />}
    >
      <div class="facts">
        <Origin header={header} />
        <Counts header={header} turns={turns.length} />
        <Budget header={header} turns={turns.length} />
      </div>
      <Notices header={header} />
    </PaneHeader>
  );
}

function Origin({ header }: { header: ContextHeader }): JSX.Element {
  const { strings, send } = useContextPane();
  const { status, dialog, contextId } = header;
  const active = status === 'active';
  return (
    <div class="origin">
      <span class={`badge status-${status}`} title={active ? strings.statusActive : strings.statusArchived}>
        {active ? strings.active : strings.archived}
      </span>
      <button
        type="button"
        class="link-button origin-dialog"
        title={fill(strings.openDialog, dialog)}
        onClick={() => send({ type: 'command', command: 'openDialog' })}
      >
        <span class="codicon codicon-comment-discussion" aria-hidden="true" />
        <span>{dialog}</span>
      </button>
      {contextId !== '' && (
        <code class="origin-id" title={strings.contextId}>
          {contextId}
        </code>
      )}
    </div>
  );
}

function Counts({ header, turns }: { header: ContextHeader; turns: number }): JSX.Element {
  const { strings, format } = useContextPane();
  const { chars, tokens } = header;
  return (
    <div class="counts">
      <span>{fill(turns === 1 ? strings.turn : strings.turns, format.count(turns))}</span>
      <span>{fill(strings.characters, format.count(chars))}</span>
      <span title={strings.tokensDetail}>{fill(strings.tokens, format.count(Math.round(tokens)))}</span>
      <Times header={header} />
    </div>
  );
}

function Times({ header }: { header: ContextHeader }): JSX.Element {
  const { strings } = useContextPane();
  const { createdAt, updatedAt, archivedAt, archiveReason } = header;
  const reason = archiveReason === undefined ? '' : fill(strings.reason, archiveReason);
  return (
    <>
      <When ts={createdAt} text={strings.began} hint={strings.beganAt} />
      {archivedAt === undefined ? (
        <When ts={updatedAt} text={strings.updated} hint={strings.updatedAt} />
      ) : (
        <When ts={archivedAt} text={strings.archivedWhen} hint={strings.archivedAt} more={reason} />
      )}
    </>
  );
}

/** Share of the budget an active context uses, by turns or characters, whichever is higher. */
function Budget({ header, turns }: { header: ContextHeader; turns: number }): JSX.Element | null {
  const { strings, format } = useContextPane();
  const { budget, chars } = header;
  if (budget === undefined) return null;
  const { value, level, by } = fullness([turns, budget.maxTurns], [chars, budget.maxChars]);
  const turnNumbers = [format.count(turns), format.count(budget.maxTurns)];
  const charNumbers = [format.count(chars), format.count(budget.maxChars)];
  const text =
    by === 'first' ? fill(strings.budgetTurns, ...turnNumbers) : fill(strings.budgetChars, ...charNumbers);
  const detail = fill(strings.budgetDetail, ...turnNumbers, ...charNumbers);
  return <Meter title={strings.budget} {...{ value, level, text, detail }} />;
}

function Notices({ header }: { header: ContextHeader }): JSX.Element {
  const { strings, format } = useContextPane();
  const { droppedTurns, enabled, damaged } = header;
  const dropped = droppedTurns === 1 ? strings.droppedTurn : strings.droppedTurns;
  return (
    <>
      {!enabled && <Notice kind="info">{strings.disabled}</Notice>}
      {droppedTurns > 0 && <Notice kind="info">{fill(dropped, format.count(droppedTurns))}</Notice>}
      <DamagedNotice files={damaged} />
    </>
  );
}

export interface ContextActionsProps {
  readonly header: ContextHeader;
  readonly onFind: () => void;
}

/** Actions of the context; those that write only if allowed. */
function ContextActions({ header, onFind }: ContextActionsProps): JSX.Element {
  const { strings, send } = useContextPane();
  const { status, editable, enabled, trashed } = header;
  const item = (command: Exclude<ContextCommand, 'openDialog'>): MenuItem => ({
    label: strings[command],
    run: () => send({ type: 'command', command }),
  });
  const isArchived = status === 'archived';
  const canFill = !isArchived && editable && enabled;
  return (
    <PaneActions
      label={strings.actions}
      main={isArchived ? item('compare') : canFill ? item('newContext') : undefined}
      more={[
        ...(isArchived && editable && enabled ? [item('writeSummary')] : []),
        ...(editable ? [item('share')] : []),
        item('reveal'),
        ...(editable && trashed > 0 ? [item('restore')] : []),
        ...(canFill ? [item('clearActive')] : []),
        ...(isArchived && editable ? [item('remove')] : []),
      ]}
    >
      <IconButton icon="search" label={strings.find} onPress={onFind} />
    </PaneActions>
  );
}
