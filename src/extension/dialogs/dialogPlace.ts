import { summaryPosition } from '../../protocol/find.ts';
import { summaryEntry } from '../../store/search/summaryEntry.ts';
import type { DialogServices } from './dialogCommands.ts';
import { gone, isEntry, positionIn, type OpenPlace } from '../base/place.ts';

/** Opens messages and summaries of dialogs. */
export const openDialogPlace =
  (panes: DialogServices['panes']): OpenPlace =>
  async ({ project, reference, position }, options) => {
    const { name, entry } = reference;
    if ((await project.dialogs.overview(name)) === undefined) throw gone();
    if (entry === summaryEntry) {
      panes.open({ project, dialog: name }, { ...options, position: summaryPosition });
      return;
    }
    const at = position ?? 0;
    const [message] = (await project.dialogs.window(name, at, 1)).messages;
    const found =
      message && isEntry(message, entry) ? at : await positionIn(project.dialogs.all(name), entry);
    panes.open({ project, dialog: name }, { ...options, position: found });
  };
