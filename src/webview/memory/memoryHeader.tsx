import type { ComponentChildren, JSX } from 'preact';
import type { MemoryCommand, PaneMemory } from '../../protocol/memoryPane.ts';
import { CopyButton, IconButton } from '../base/buttons.tsx';
import { When } from '../base/facts.tsx';
import { useMemoryPane } from './memoryServices.ts';

interface MemoryHeaderProps {
  readonly memory: PaneMemory;
  readonly editable: boolean;
  readonly children: ComponentChildren;
}

/** What kind of memory it is, what can be done with it, its times and its hash; below them its tags. */
export function MemoryHeader({ memory, editable, children }: MemoryHeaderProps): JSX.Element {
  const { strings } = useMemoryPane();
  return (
    <header class="header">
      <div class="title-row">
        <h1 class="name">{strings.memory}</h1>
        <Actions memory={memory} editable={editable} />
      </div>
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
    </header>
  );
}

function Actions({ memory, editable }: { memory: PaneMemory; editable: boolean }): JSX.Element {
  const { strings } = useMemoryPane();
  return (
    <div class="actions" role="group" aria-label={strings.actions}>
      <CopyText text={memory.content} label={strings.copyMemory} />
      {editable && (
        <>
          <CommandButton icon="tag" command="editTags" />
          <CommandButton icon="trash" command="forget" />
        </>
      )}
    </div>
  );
}

function CommandButton({ icon, command }: { icon: string; command: MemoryCommand }): JSX.Element {
  const { strings, send } = useMemoryPane();
  return (
    <IconButton icon={icon} label={strings[command]} onPress={() => send({ type: 'command', command })} />
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

/** The beginning of the hash names a memory as well; the button copies the whole. */
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
