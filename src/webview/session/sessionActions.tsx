import type { JSX } from 'preact';
import type { SessionCommand, SessionHeader } from '../../protocol/sessionPane.ts';
import { CopyButton } from '../base/copyButton.tsx';
import { IconButton } from '../base/iconButton.tsx';
import { useLook, useSession } from './sessionServices.ts';

export interface SessionActionsProps {
  readonly header: SessionHeader;
  readonly onFind: () => void;
  readonly onThoughts: (shown: boolean) => void;
}

/** What can be done with a session or an archive. */
export function SessionActions({ header, onFind, onThoughts }: SessionActionsProps): JSX.Element {
  const { strings, send } = useSession();
  const { thoughts } = useLook();
  const run = (command: SessionCommand) => () => send({ type: 'command', command });
  const isSession = header.part === undefined;
  const canArchive = header.editable && isSession && !header.recorded && header.archived !== 'wholly';
  return (
    <div class="actions" role="group" aria-label={strings.actions}>
      <IconButton
        icon="lightbulb"
        label={thoughts ? strings.hideThoughts : strings.showThoughts}
        pressed={thoughts}
        onPress={() => onThoughts(!thoughts)}
      />
      <IconButton icon="search" label={strings.find} onPress={onFind} />
      {isSession && (
        <IconButton icon="debug-continue" label={strings.resumeSession} onPress={run('resumeSession')} />
      )}
      {isSession && <IconButton icon="clippy" label={strings.copyHistory} onPress={run('copyHistory')} />}
      {canArchive && (
        <IconButton icon="archive" label={strings.archiveSession} onPress={run('archiveSession')} />
      )}
      {header.editable && isSession && (
        <IconButton icon="comment-discussion" label={strings.importSession} onPress={run('importSession')} />
      )}
      <IconButton icon="markdown" label={strings.openMarkdown} onPress={run('openMarkdown')} />
      <IconButton icon="go-to-file" label={strings.revealFile} onPress={run('reveal')} />
      <CopyButton label={strings.copyPath} onCopy={run('copyPath')} />
    </div>
  );
}
