import { l10n, QuickPickItemKind, type QuickPickItem } from 'vscode';
import { contextModes, type ContextMode, type Injection } from '../../history/contexts/types.ts';
import { estimatedTokens } from '../../disk/text/textLength.ts';
import { previewChars } from '../../protocol/contextPane.ts';
import type { Command } from '../base/commands.ts';
import { number } from '../base/notices.ts';
import { titleOf } from './contextDocuments.ts';
import type { ContextTarget } from './contextTarget.ts';
import { chooseArchived, requireEnabled, type ContextServices } from './pickContext.ts';
import { copyText, hasChat, openInChat } from '../base/chat.ts';
import { pick } from '../base/pick.ts';

interface Way extends QuickPickItem {
  /** Undefined for a heading. */
  readonly run: (() => Promise<void>) | undefined;
}

/** Commands that hand an archived context to an agent, with the same text as the agent's own tools return. */
export function loadCommands(services: ContextServices): readonly Command[] {
  return [{ id: 'historyStore.loadContext', run: (argument) => loadContext(services, argument) }];
}

async function loadContext(services: ContextServices, argument: unknown): Promise<void> {
  const title = l10n.t('Load Context Snapshot');
  const target = await chooseArchived(services, argument, title);
  requireEnabled(target.project);
  const ways = await waysOf(target);
  await (await pick(ways, await titleOf(target), l10n.t('Choose how much to load, and where'))).run?.();
}

async function waysOf({ project, contextId }: ContextTarget): Promise<Way[]> {
  const query = { maxChars: previewChars.usual };
  const texts = await Promise.all(
    contextModes.map((mode) => project.contexts.injection(contextId, { ...query, mode })),
  );
  const places = [
    ...((await hasChat())
      ? [{ label: l10n.t('Open in the chat input'), icon: 'comment', hand: openInChat }]
      : []),
    { label: l10n.t('Copy to the clipboard'), icon: 'copy', hand: copyText },
  ];
  return places.flatMap(({ label, icon, hand }) => [
    { label, kind: QuickPickItemKind.Separator, run: undefined },
    ...texts.map((injection) => way(injection, icon, hand)),
  ]);
}

function way(injection: Injection, icon: string, hand: (text: string) => Promise<void>): Way {
  const { mode, text } = injection;
  const size = l10n.t('{0} characters', number(text.length));
  const tokens = l10n.t('≈ {0} tokens', number(Math.round(estimatedTokens(text))));
  const { label, detail } = modeTexts(mode);
  return {
    label: `$(${icon}) ${label}`,
    description: `${size} · ${tokens}`,
    detail,
    run: () => hand(text),
  };
}

function modeTexts(mode: ContextMode): { readonly label: string; readonly detail: string } {
  switch (mode) {
    case 'summary':
      return { label: l10n.t('Summary'), detail: l10n.t('The summary, or the last turns if there is none') };
    case 'recent':
      return { label: l10n.t('Recent'), detail: l10n.t('The newest turns within the limit') };
    case 'full':
      return { label: l10n.t('Full'), detail: l10n.t('All turns (oldest dropped if over the limit)') };
  }
}
