import { StoreError } from '../../disk/base/core.ts';
import type { Project } from '../base/project.ts';
import { contextMarkdown } from '../contexts/contextDocuments.ts';
import { summaryMarkdown } from '../../history/dialogs/summaryMarkdown.ts';
import { dialogMarkdown } from '../export/exportDialogs.ts';
import type { WindowSessions } from '../sessions/sessionLists.ts';
import { sessionMarkdown } from '../sessions/sessionDocuments.ts';
import { openSource } from '../sessions/sessionSource.ts';
import type { RowName } from './rowName.ts';

/** Returns a row's content as Markdown; undefined if it no longer exists. */
export async function rowText(
  project: Project,
  name: RowName,
  lists: WindowSessions,
): Promise<string | undefined> {
  try {
    return await textOf(project, name, lists);
  } catch (error) {
    if (error instanceof StoreError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function textOf(project: Project, name: RowName, lists: WindowSessions): Promise<string | undefined> {
  switch (name.kind) {
    case 'dialog':
      if ((await project.dialogs.overview(name.dialog)) === undefined) return undefined;
      return dialogMarkdown({ project, dialog: name.dialog });
    case 'summary':
      return summaryMarkdown(await project.dialogs.summary(name.dialog));
    case 'text':
      return name.text;
    case 'context':
      return contextMarkdown({ project, dialog: name.dialog, contextId: name.contextId });
    case 'session':
      return sessionMarkdown(await openSource({ project, kind: 'session', id: name.path }, lists));
    case 'archive':
      return sessionMarkdown(await openSource({ project, kind: 'archive', id: name.name }, lists));
    case 'memory':
      return (await project.memories.get(name.hash)).content;
  }
}
