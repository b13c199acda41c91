import { historyFolder } from '../disk/files/projectHistory.ts';
import { isOfFolder, offeredCopies } from '../history/copies/lostCopies.ts';
import type { CliProject } from './project.ts';
import type { Terminal } from './terminal.ts';

/** Reports a deleted history on standard error until it is restored or its copy is deleted. */
export async function tellLost({ root, workspace }: CliProject, { say, log }: Terminal): Promise<void> {
  if ((process.env.CODEX_HISTORY_ROOT ?? '') !== '') return; // a history in another place has no copy
  const [machine, history] = [workspace.places, historyFolder(root)];
  const [copy] = await offeredCopies(machine, history);
  if (copy === undefined) return;
  log.warn(
    isOfFolder(machine, copy, history)
      ? say(
          'A history of this project was deleted with its folder, and a copy of it is kept. To bring it back: mcp-history-store restore --copy',
        )
      : say(
          'A copy of the history of another clone of this repository is kept, whose folder is gone. To bring it here: mcp-history-store restore --copy',
        ),
  );
}
