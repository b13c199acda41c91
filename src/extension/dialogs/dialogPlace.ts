import { l10n } from 'vscode';
import { defined } from '../../disk/base/core.ts';
import { summaryPosition } from '../../protocol/find.ts';
import { summaryEntry } from '../../find/search/summaryEntry.ts';
import { inform } from '../base/notices.ts';
import { markedEntry } from './entryTarget.ts';
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
    if (entry?.startsWith(`${summaryEntry}:`)) {
      const ref = markedEntry(await project.dialogs.summary(name), entry);
      if (ref === undefined) inform(l10n.t('The entry of this link was changed or removed.'));
      const place = { position: summaryPosition, ...defined({ entry: ref }) };
      panes.open({ project, dialog: name }, { ...options, ...place });
      return;
    }
    if (entry === undefined) {
      panes.open({ project, dialog: name }, options);
      return;
    }
    const at = position ?? 0;
    const [message] = (await project.dialogs.window(name, at, 1)).messages;
    const found =
      message && isEntry(message, entry) ? at : await positionIn(project.dialogs.all(name), entry);
    panes.open({ project, dialog: name }, { ...options, position: found });
  };
