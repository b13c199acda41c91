import { commands, l10n } from 'vscode';
import type { SharedNote } from '../../history/shared/types.ts';
import { byteSize, inform, warn, type NoticeButton } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import type { TeamServices } from './teamServices.ts';

/** Result of sharing, for the person. */
interface Done {
  readonly text: string;
  readonly buttons: readonly NoticeButton[];
  readonly project: Project;
}

/**
 * Reports that something was shared, or why no one gets it that way; and once per folder and window that it is large.
 */
export function reportShared(
  { onError, reportedLarge }: Pick<TeamServices, 'onError' | 'reportedLarge'>,
  notes: readonly SharedNote[],
  { text, buttons, project }: Done,
): void {
  const stopped = notes.find(({ kind }) => kind !== 'large');
  if (stopped) warn(`${text} ${whyNot(stopped)}`, buttons, onError);
  else inform(text, buttons, onError);
  const large = notes.find(({ kind }) => kind === 'large');
  if (large === undefined || reportedLarge.has(project.root)) return;
  reportedLarge.add(project.root);
  warn(
    l10n.t(
      'What is shared takes {0} of the repository, which everyone clones. Unshare what nobody needs any more.',
      byteSize(large.bytes ?? 0),
    ),
    [
      { label: l10n.t('Show Team'), run: () => commands.executeCommand('historyStore.team.focus') },
      { label: l10n.t('Open Overview'), run: () => commands.executeCommand('historyStore.overview') },
    ],
    onError,
  );
}

const whyNot = ({ kind, rule = '' }: SharedNote): string =>
  kind === 'ignored'
    ? l10n.t('But git leaves it out: {0}. Others get it once that rule no longer holds for it.', rule)
    : l10n.t('But no git repository holds this folder. Run git init so that others can get it.');
