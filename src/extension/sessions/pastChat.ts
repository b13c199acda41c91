import { l10n } from 'vscode';
import type { Message } from '../../history/dialogs/types.ts';
import { defined, isoTime, type JsonValue } from '../../disk/base/core.ts';
import type { Content, DatedMessage } from '../../history/sessions/content.ts';
import { toClientHistory } from '../../history/sessions/convert.ts';
import { handOverSource } from '../../history/sessions/handOver.ts';
import { messagesUpTo, type PastConversation } from '../../history/sessions/newSession.ts';
import type { HandOver, HandOverFormat, HandOverSource } from '../../history/sessions/types.ts';
import type { Places } from '../../agents/profile/machine.ts';
import type { DialogTarget } from '../base/pick.ts';
import { number } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import * as settings from '../base/settings.ts';
import { sessionFolders } from '../base/projects.ts';
import type { SessionTarget } from './sessionTarget.ts';

/** Number of a dialog's newest messages read; more would not fit in any chat. */
const maxMessages = 5_000;

/** A conversation from any source, to continue in another chat. */
export interface PastChat {
  readonly project: Project;
  readonly title: string;
  readonly history: readonly Content[];
  readonly source: HandOverSource;
  /** What is kept in addition to its messages. */
  readonly memory?: string;
  /** The same with times and models, for a new session of an agent. */
  readonly conversation: PastConversation;
  /** Tells what a new session leaves out at its beginning. */
  readonly brief: () => Promise<string>;
}

/** Returns a session of any agent, or a recorded one, or the messages up to the one with the id `until`. */
export async function pastSession({ project, info }: SessionTarget, until?: string): Promise<PastChat> {
  const { messages: all, cwd } = await project.sessions.read(info);
  const messages = messagesUpTo(all, until);
  const { title, changedAt, sessionId } = info;
  const source = handOverSource(info);
  const options = { session: sessionId, purpose: 'handOver', maxTokens: 2_000 } as const;
  return {
    project,
    title,
    history: toClientHistory(messages),
    source,
    conversation: { messages, title, source, ...defined({ cwd, changedAt }) },
    brief: async () => (await project.brief.make(project.workspace, options)).text,
  };
}

/** Returns a dialog: its summary and newest messages. */
export async function pastDialog({ project, dialog }: DialogTarget): Promise<PastChat> {
  const overview = await project.dialogs.overview(dialog);
  const { messages: total = 0, folder = project.folder } = overview ?? {};
  const { messages } = await project.dialogs.window(dialog, Math.max(0, total - maxMessages), maxMessages);
  const summary = await project.dialogs.summary(dialog);
  const cut = total > maxMessages ? `, of which the newest ${maxMessages} of ${total} messages follow` : '';
  const source = { title: `the dialog ${JSON.stringify(dialog)}${cut}`, path: folder };
  return {
    project,
    title: dialog,
    history: messages.map(turnOf),
    source,
    conversation: { messages: messages.map(datedMessage), title: dialog, source },
    brief: () => Promise.resolve(summary === undefined ? '' : summaryText(summary)),
    ...(summary !== undefined && { memory: summaryText(summary) }),
  };
}

const turnOf = ({ role, text }: Message): Content => ({
  role: role === 'user' ? 'user' : 'model',
  parts: [{ text }],
});

const datedMessage = ({ role, text, ts, id }: Message): DatedMessage => ({
  type: role === 'user' ? 'user' : 'assistant',
  content: text,
  timestamp: isoTime(ts),
  ...defined({ id }),
});

const summaryText = (summary: JsonValue): string =>
  `Summary of this dialog so far:\n${typeof summary === 'string' ? summary : JSON.stringify(summary, null, 2)}`;

/** Formats the start of a new chat: the environment and the newest turns within the configured budget. */
export function writePastChat(
  { project, history, source, memory }: PastChat,
  places: Places,
  format: HandOverFormat,
): Promise<HandOver> {
  const options = { format, maxTokens: settings.resumeMaxTokens(), source };
  const workspace = { folders: sessionFolders(project), places };
  return project.sessions.handOver(workspace, history, {
    ...options,
    ...defined({ memory }),
  });
}

/** Describes how much of a chat is handed over, in the user's language. */
export function handOverFacts({ tokens, turns, omittedTurns, shortened }: HandOver): string {
  const facts = [
    l10n.t('≈ {0} tokens', number(tokens)),
    turns === 1 ? l10n.t('{0} turn', 1) : l10n.t('{0} turns', number(turns)),
    omittedTurns > 0 && l10n.t('{0} older omitted', number(omittedTurns)),
    shortened > 0 && l10n.t('{0} texts shortened', number(shortened)),
  ];
  return facts.filter((fact) => typeof fact === 'string').join(' · ');
}
