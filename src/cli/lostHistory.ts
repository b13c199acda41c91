import { historyFolder } from '../disk/files/projectHistory.ts';
import { lostCopies } from '../history/copies/lostCopies.ts';
import type { CliProject } from './project.ts';
import type { Terminal } from './terminal.ts';

/** Reports a deleted history on standard error until it is restored or its copy is deleted. */
export function tellLost({ root, workspace }: CliProject, { say, log }: Terminal): void {
  if ((process.env.CODEX_HISTORY_ROOT ?? '') !== '') return; // a history in another place has no copy
  const { length } = lostCopies(workspace.places, historyFolder(root));
  if (length > 0)
    log.warn(
      say(
        'A history of this project was deleted with its folder, and a copy of it is kept. To bring it back: mcp-history-store restore --copy',
      ),
    );
}
