import { commands, env, l10n, ProgressLocation, window, workspace, type Uri } from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import { handOverFormats, type HandOver, type HandOverFormat } from '../../history/sessions/types.ts';
import { openNewChat } from '../base/chat.ts';
import type { Command } from '../base/commands.ts';
import {
  inform,
  movedToTrash,
  number,
  type Undoable,
  undoably,
  warn,
  withProgress,
} from '../base/notices.ts';
import { resumeWords, sourceIcon, sourceName } from './agents.ts';
import { agentChoices, chooseAndContinue, type ContinueChoice, type ContinueServices } from './continueIn.ts';
import { handOverFacts, pastDialog, pastSession, writePastChat, type PastChat } from './pastChat.ts';
import { chooseSession, chooseSessions, type SessionServices, type SessionTarget } from './sessionTarget.ts';
import { resumeInTerminal } from './terminalCommand.ts';
import { type Called, chooseDialog, pick } from '../base/pick.ts';

/** How long a status message is shown. Milliseconds. */
const shownMs = 6_000;

/**
 * Commands that continue sessions and dialogs in another chat or agent, and delete recorded sessions. `attachments` is
 * the folder for texts that an agent reads from a file.
 */
export function resumeCommands(services: ContinueServices, attachments: Uri): readonly Command[] {
  const session = async (argument: unknown, title: string): Promise<PastChat> => {
    const target = await chooseSession(services, argument, title);
    return reading(() => pastSession(target));
  };
  const dialog = async (argument: unknown, title: string): Promise<PastChat> => {
    const target = await chooseDialog(services, argument, title);
    return reading(() => pastDialog(target));
  };
  const resume = (past: PastChat): Promise<void> => resumeInChat(services, past, attachments);
  const copy = (past: PastChat, argument: unknown): Promise<void> => copyHistory(services, past, argument);
  const choices = (past: () => Thenable<PastChat>): readonly ContinueChoice[] => [
    { label: `$(comment-discussion) ${l10n.t('Chat')}`, run: async () => resume(await past()) },
    ...agentChoices(services, past, attachments),
    {
      label: `$(copy) ${l10n.t('Copy as Chat Context')}`,
      run: async () => copy(await past(), undefined),
    },
  ];
  return [
    {
      id: 'historyStore.continueSessionIn',
      run: async (argument) => {
        const until = isObject(argument) && typeof argument.until === 'string' ? argument.until : undefined;
        const title = until === undefined ? l10n.t('Continue Session In') : l10n.t('Continue from Here');
        const target = await chooseSession(services, argument, title);
        const own = until === undefined ? ownChoice(target) : [];
        return chooseAndContinue(title, [
          ...own,
          ...choices(() => reading(() => pastSession(target, until))),
        ]);
      },
    },
    {
      id: 'historyStore.continueDialogIn',
      run: async (argument) => {
        const title = l10n.t('Continue Dialog In');
        const target = await chooseDialog(services, argument, title);
        return chooseAndContinue(
          title,
          choices(() => reading(() => pastDialog(target))),
        );
      },
    },
    {
      id: 'historyStore.resumeSession',
      run: async (argument) => resume(await session(argument, l10n.t('Continue Session in Chat'))),
    },
    {
      id: 'historyStore.copySessionHistory',
      run: async (argument) =>
        copy(await session(argument, l10n.t('Copy Session as Chat Context')), argument),
    },
    {
      id: 'historyStore.continueDialog',
      run: async (argument) => resume(await dialog(argument, l10n.t('Continue Dialog in Chat'))),
    },
    {
      id: 'historyStore.copyDialogHistory',
      run: async (argument) => copy(await dialog(argument, l10n.t('Copy Dialog as Chat Context')), argument),
    },
    {
      id: 'historyStore.deleteRecording',
      writes: true,
      run: (argument, selected) => deleteRecordings(services, { argument, selected }),
    },
  ];
}

/** Returns the choice of the agent that wrote a session, if it can resume it. */
function ownChoice(target: SessionTarget): readonly ContinueChoice[] {
  const { info } = target;
  if (resumeWords(info) === undefined || !workspace.isTrusted) return [];
  return [
    {
      label: `$(${sourceIcon(info.source)}) ${sourceName(info.source)}`,
      description: l10n.t('this session, in a terminal'),
      run: () => resumeInTerminal(target),
    },
  ];
}

/** Shows progress while reading. */
const reading = <T>(read: () => Promise<T>): Thenable<T> =>
  withProgress({ location: ProgressLocation.Window, title: l10n.t('Reading the session…') }, read);

async function resumeInChat(
  { sessionLists, clock }: SessionServices,
  past: PastChat,
  attachments: Uri,
): Promise<void> {
  const written = await writePastChat(past, sessionLists.places, 'text');
  const { title } = past;
  const pointer = l10n.t('The attached file is the conversation “{0}” so far. Read it and continue: ', title);
  const start = { title, text: written.text, pointer, now: clock.now() };
  const facts = handOverFacts(written);
  if ((await openNewChat(attachments, start)) !== 'clipboard') {
    window.setStatusBarMessage(`$(comment-discussion) ${facts}`, shownMs);
    return;
  }
  const text = l10n.t(
    'This editor has no chat. “{0}” was copied to the clipboard ({1}). Paste it into any agent.',
    title,
    facts,
  );
  inform(text);
}

/** Copies in the format given by the argument, for keybindings, else in the one the person chooses. */
async function copyHistory(
  { sessionLists }: SessionServices,
  past: PastChat,
  argument: unknown,
): Promise<void> {
  const write = (format: HandOverFormat): Promise<HandOver> =>
    writePastChat(past, sessionLists.places, format);
  const named = handOverFormats.find((format) => isObject(argument) && argument.format === format);
  const written = named === undefined ? await askFormat(past.title, write) : await write(named);
  await env.clipboard.writeText(written.text);
  const copied = l10n.t('Chat context copied: {0}', handOverFacts(written));
  window.setStatusBarMessage(`$(check) ${copied}`, shownMs);
}

async function askFormat(
  title: string,
  write: (format: HandOverFormat) => Promise<HandOver>,
): Promise<HandOver> {
  const items = await Promise.all(
    handOverFormats.map(async (format) => {
      const written = await write(format);
      return { ...shapeOf(format), description: handOverFacts(written), written };
    }),
  );
  return (await pick(items, title, l10n.t('Choose the format to copy'))).written;
}

function shapeOf(format: HandOverFormat): { readonly label: string; readonly detail: string } {
  switch (format) {
    case 'text':
      return { label: l10n.t('$(note) Text'), detail: l10n.t('Paste it into any agent') };
    case 'gemini':
      return { label: '$(json) Gemini', detail: l10n.t('`Content[]` of its API, as JSON') };
    case 'anthropic':
      return { label: '$(json) Anthropic', detail: l10n.t('Messages of its API, as JSON') };
    case 'openai':
      return { label: '$(json) OpenAI', detail: l10n.t('Chat messages of its API, as JSON') };
  }
}

/** Does not ask, since deletion can be undone, now and for 30 days. Agents' own files are left alone. */
async function deleteRecordings(services: SessionServices, called: Called): Promise<void> {
  const title = l10n.t('Delete Recorded Session');
  const targets = await chooseSessions(
    services,
    called,
    title,
    isObject(called.argument) ? 'any' : 'recording',
  );
  const recordings = targets.filter(({ info }) => info.source === 'history' && !info.archived);
  const remove = async ({ project, info }: SessionTarget): Promise<Undoable<string>> => {
    const trashId = await project.sessions.remove(info);
    return { done: info.title, undo: () => project.sessions.restore(trashId) };
  };
  await undoably(recordings, remove, movedToTrash, services.onError);
  const left = targets.filter((target) => !recordings.includes(target));
  if (left.length > 0) reportLeft(left);
}

function reportLeft(left: readonly SessionTarget[]): void {
  const text =
    left.length === 1
      ? l10n.t('“{0}” belongs to its agent and was not deleted.', left[0]?.info.title ?? '')
      : l10n.t('{0} sessions belong to their agents and were not deleted.', number(left.length));
  const rows = left.map(({ project, info }) => ({ kind: 'session', folder: project.root, path: info.path }));
  const run = () => commands.executeCommand('historyStore.moveSessionToArchived', rows[0], rows);
  warn(text, [{ label: l10n.t('Hide'), run }]);
}
