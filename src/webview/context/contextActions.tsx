import type { JSX } from 'preact';
import type { ContextCommand, ContextHeader } from '../../protocol/contextPane.ts';
import { IconButton } from '../base/iconButton.tsx';
import { useContextPane } from './contextServices.ts';

export interface HeaderProps {
  readonly header: ContextHeader;
  readonly onFind: () => void;
}

/** What can be done with the context; what writes only where that is allowed. */
export function ContextActions({ header, onFind }: HeaderProps): JSX.Element {
  const { strings } = useContextPane();
  const { status, editable, enabled, trashed } = header;
  return (
    <div class="actions" role="group" aria-label={strings.actions}>
      {status === 'active' && editable && enabled && (
        <>
          <Action icon="new-file" command="newContext" />
          <Action icon="clear-all" command="clearActive" />
        </>
      )}
      <IconButton icon="search" label={strings.find} onPress={onFind} />
      {status === 'archived' && <Action icon="diff" command="compare" />}
      <Action icon="folder-opened" command="reveal" />
      {editable && trashed > 0 && <Action icon="discard" command="restore" />}
      {status === 'archived' && editable && <Action icon="trash" command="remove" />}
    </div>
  );
}

function Action(props: { icon: string; command: Exclude<ContextCommand, 'openDialog'> }): JSX.Element {
  const { icon, command } = props;
  const { strings, send } = useContextPane();
  return (
    <IconButton icon={icon} label={strings[command]} onPress={() => send({ type: 'command', command })} />
  );
}
