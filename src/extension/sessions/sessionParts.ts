import { Uri, type ExtensionContext } from 'vscode';
import type { Clock } from '../../store/base/clock.ts';
import type { Places } from '../../store/transcripts/shared/agent.ts';
import type { Command } from '../base/commands.ts';
import type { PaneServices } from '../panes/panePage.ts';
import type { Projects } from '../base/projects.ts';
import { archiveCommands } from './archiveCommands.ts';
import { directoryCommand } from './directoryCommand.ts';
import { resumeCommands } from './resumeCommands.ts';
import { sessionCommands } from './sessionCommands.ts';
import { SessionDocuments } from './sessionDocuments.ts';
import { SessionLists } from './sessionLists.ts';
import { SessionPanes } from './sessionPanes.ts';
import type { SessionServices } from './sessionTarget.ts';
import { SessionTree } from './sessionTree.ts';
import { SessionView } from './sessionView.ts';

interface SessionOptions extends PaneServices {
  readonly clock: Clock;
  /** Where agents keep their transcripts. */
  readonly places: Places;
}

type SessionParts = Pick<
  SessionServices,
  'sessionLists' | 'sessionView' | 'sessionDocuments' | 'sessionPanes'
>;

/** The lists, the view, the documents and the panes of the sessions; released with the extension. */
export function sessionParts(
  { subscriptions }: Pick<ExtensionContext, 'subscriptions'>,
  projects: Projects,
  { clock, places, ...services }: SessionOptions,
): SessionParts {
  const lists = new SessionLists(projects, places);
  const tree = new SessionTree(projects, lists, clock);
  const sessionView = new SessionView({ projects, lists, tree, clock });
  const documents = new SessionDocuments(projects, lists);
  const sessionPanes = new SessionPanes(projects, { ...services, lists, documents });
  subscriptions.push(lists, tree, sessionView, documents, sessionPanes);
  return { sessionLists: lists, sessionView, sessionDocuments: documents, sessionPanes };
}

/** Every command of sessions and archives. */
export const allSessionCommands = (
  services: SessionServices,
  context: ExtensionContext,
): readonly Command[] => [
  ...sessionCommands(services),
  ...archiveCommands(services),
  ...resumeCommands(services, attachments(context)),
  directoryCommand,
];

/** Where texts that chats attach are kept; nothing of it is part of a history. */
const attachments = ({ storageUri, globalStorageUri }: ExtensionContext): Uri =>
  Uri.joinPath(storageUri ?? globalStorageUri, 'chats');
