import type { ComponentChildren, JSX } from 'preact';
import type { MemoryCommand, PaneMemory } from '../../protocol/memoryPane.ts';
import { CopyButton } from '../base/buttons.tsx';
import { When } from '../base/facts.tsx';
import type { MenuItem } from '../base/menu.tsx';
import { PaneActions, PaneHeader } from '../base/paneHeader.tsx';
import { useMemoryPane } from './memoryServices.ts';

interface MemoryHeaderProps {
  readonly memory: PaneMemory;
  readonly editable: boolean;
  readonly onEdit: () => void;
  readonly children: ComponentChildren;
}

/** Header: kind of memory, actions, times and hash, with its tags below. */
export function MemoryHeader({ memory, editable, onEdit, children }: MemoryHeaderProps): JSX.Element {
  const { strings } = useMemoryPane();
  return (
    <PaneHeader title={strings.memory} actions={<Actions {...{ memory, editable, onEdit }} />}>
      <div class="facts">
        <div class="origin">
          <span class="badge" title={strings.memoryType}>
            {memory.memoryType}
          </span>
          {memory.archived && (
            <span class="badge" title={strings.archivedHint}>
              {strings.archived}
            </span>
          )}
        </div>
        <Times memory={memory} />
        <Hash hash={memory.hash} />
      </div>
      {children}
    </PaneHeader>
  );
}

function Actions({ memory, editable, onEdit }: Omit<MemoryHeaderProps, 'children'>): JSX.Element {
  const { strings, send, announce } = useMemoryPane();
  const item = (command: MemoryCommand): MenuItem => ({
    label: strings[command],
    run: () => send({ type: 'command', command }),
  });
  const copy = (): void => {
    send({ type: 'copyText', text: memory.content });
    announce(strings.copied);
  };
  return (
    <PaneActions
      label={strings.actions}
      main={editable ? { label: strings.edit, run: onEdit } : undefined}
      more={[
        { label: strings.copyMemory, run: copy },
        item('copyLink'),
        ...(editable ? [item('share'), item('editTags'), item('forget')] : []),
      ]}
    />
  );
}

function CopyText({ text, label }: { text: string; label: string }): JSX.Element {
  const { send } = useMemoryPane();
  return <CopyButton label={label} onCopy={() => send({ type: 'copyText', text })} />;
}

function Times({ memory: { createdAt, updatedAt } }: { memory: PaneMemory }): JSX.Element {
  const { strings } = useMemoryPane();
  return (
    <div class="counts">
      <When ts={createdAt} text={strings.createdWhen} hint={strings.createdAt} />
      {updatedAt !== createdAt && <When ts={updatedAt} text={strings.updatedWhen} hint={strings.updatedAt} />}
    </div>
  );
}

/** The start of the hash, with a button that copies all of it. */
function Hash({ hash }: { hash: string }): JSX.Element {
  const { strings } = useMemoryPane();
  return (
    <div class="memory-hash">
      <code class="origin-id" title={`${strings.hash}: ${hash}`}>
        {hash.slice(0, 12)}
      </code>
      <CopyText text={hash} label={strings.copyHash} />
    </div>
  );
}
