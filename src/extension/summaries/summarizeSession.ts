import { l10n } from 'vscode';
import { textOf } from '../../history/archive/message.ts';
import { isObject, type JsonObject } from '../../disk/base/core.ts';
import { asText } from '../../history/summaries/asText.ts';
import { lineOf } from '../../history/summaries/dialogMaterial.ts';
import type { Line } from '../../history/summaries/types.ts';
import { oneLine, preview } from '../../disk/text/containText.ts';
import type { MessageRecord, ToolCall } from '../../agents/reading/types.ts';
import { nothing } from '../base/pick.ts';
import { chooseArchive, chooseSession, type SessionTarget } from '../sessions/sessionTarget.ts';
import { modelFor, withoutModel } from './models.ts';
import { summarizeText, type SummaryServices } from './summarizeText.ts';

/** Maximum characters shown of a tool call's purpose. */
const shownArguments = 200;

/** Creates a summary of any session, which is saved in the history. */
export async function summarizeSession(services: SummaryServices, argument: unknown): Promise<void> {
  const title = l10n.t('Summarize Session');
  const target = await sessionOf(services, argument, title);
  const { project, info } = target;
  const chat = await modelFor(services.modelMemory, title);
  if (chat === undefined) {
    const text = l10n.t('Ask the agent that held the session for a summary, and save it in a dialog.');
    withoutModel(text, agentPrompt(info.title), services.onError);
    return;
  }
  const { messages } = await project.sessions.read(info);
  await summarizeText<JsonObject | undefined>(services, chat, {
    name: info.title,
    key: JSON.stringify([project.root, info.source, info.sessionId]),
    lines: linesOf(messages),
    read: async () => (await project.sessions.summary(info))?.summary,
    textOf: (kept) => (kept ? asText(kept) : ''),
    keptOf: (summary) => summary,
    write: (summary) => project.sessions.setSummary(info, summary),
    again: () => summarizeSession(services, { folder: project.root, path: info.path }),
  });
}

/** Returns the session of an archive, which is a part of it, since sessions are summarized as a whole. */
async function sessionOf(
  services: SummaryServices,
  argument: unknown,
  title: string,
): Promise<SessionTarget> {
  if (!isObject(argument) || typeof argument.name !== 'string')
    return chooseSession(services, argument, title);
  const { project, archive } = await chooseArchive(services, argument, title);
  const sessions = await services.sessionLists.of(project).sessions();
  const info = sessions.find(({ sessionId }) => sessionId === archive.session);
  if (info) return { project, info };
  throw nothing(l10n.t('This session no longer exists.'));
}

/** Returns messages of the person and the agent, and the agent's actions. */
function linesOf(messages: readonly MessageRecord[]): readonly Line[] {
  const lines: Line[] = [];
  for (const { type, content, timestamp, toolCalls = [] } of messages) {
    if (type !== 'user' && type !== 'assistant') continue;
    const text = [textOf(content), ...toolCalls.map(callText)]
      .filter((part) => part.trim() !== '')
      .join('\n');
    const role = type === 'user' ? 'user' : 'assistant';
    const ts = Date.parse(timestamp);
    if (text !== '') lines.push(lineOf({ role, text, ts: Number.isNaN(ts) ? 0 : ts }, lines.length + 1));
  }
  return lines;
}

const callText = ({ name, args, status }: ToolCall): string =>
  `[${oneLine(name)} ${preview(JSON.stringify(args), shownArguments)}: ${status}]`;

/** For agents, therefore in English. */
const agentPrompt = (title: string): string =>
  `Summarize the session ${JSON.stringify(title)}: read it with session_resume of the MCP server "history", then save decisions, constraints, to-dos, issues, facts and references with history_set_summary in a dialog of that name.`;
