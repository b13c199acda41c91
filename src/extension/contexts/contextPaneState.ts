import { existsSync } from 'node:fs';
import { workspace } from 'vscode';
import type {
  ContextDraft,
  ContextHeader,
  ContextPaneFailure,
  ContextPaneState,
  ContextPreview,
  PreviewQuery,
} from '../../protocol/contextPane.ts';
import { contextPaneStrings, type ContextPaneStrings } from '../../protocol/contextPaneStrings.ts';
import type { Drafted } from '../../protocol/paneMessages.ts';
import { activeContextFile } from '../../history/dialogs/names.ts';
import { contextTitle } from '../../history/contexts/archives.ts';
import type { ActiveContext, ArchivedContext } from '../../history/contexts/types.ts';
import type { Damage } from '../../history/dialogs/types.ts';
import { StoreError } from '../../disk/base/core.ts';
import { estimatedTokens } from '../../disk/text/textLength.ts';
import { paneFailure, paneTexts } from '../panes/paneTexts.ts';
import * as settings from '../base/settings.ts';
import { activeId, type ContextTarget } from './contextTarget.ts';
import { turnChars } from './contextItems.ts';

const texts = paneTexts<ContextPaneStrings>(contextPaneStrings);

interface ContextReading {
  readonly dialog: string;
  readonly context: ActiveContext | ArchivedContext;
  readonly damaged: readonly Damage[];
}

/** A state, and the dialog's folder. */
export interface ReadContextState {
  readonly state: ContextPaneState;
  readonly folder: string | undefined;
}

/**
 * Returns the current state of a context with the wanted preview; the draft is read last. Throws `not_found` if it no
 * longer exists.
 */
export async function readContextState(
  target: ContextTarget,
  query: PreviewQuery,
  drafted: () => Drafted<ContextDraft> = () => ({ draftsSeen: 0 }),
): Promise<ReadContextState> {
  const { project } = target;
  const found = await findContext(target);
  const { dialog, context } = found;
  const [preview, trash, overview] = await Promise.all([
    readPreview(target, query),
    project.contexts.trash(dialog),
    project.dialogs.overview(dialog),
  ]);
  const summary = context.status === 'archived' && context.summary ? { summary: context.summary } : {};
  const state: ContextPaneState = {
    type: 'state',
    resource: { folder: project.root, dialog, contextId: target.contextId },
    header: {
      ...header(found),
      ...(isUnwritten(found, overview?.folder) && { contextId: '' }),
      trashed: trash.length,
      enabled: project.contexts.enabled,
    },
    turns: context.turns.map(({ role, text, ts }) => ({ role, text, ts })),
    checkpoint: context.turns.findLastIndex(({ role }) => role === 'assistant') + 1,
    ...summary,
    ...(preview && { preview }),
    ...drafted(),
    ...texts(),
  };
  return { state, folder: overview?.folder };
}

/** Returns the content of the pane of a deleted context: what was last shown, read-only. */
export function frozenContext(shown: ContextPaneState): ContextPaneState {
  const { preview: _preview, reveal: _reveal, ...rest } = shown;
  return { ...rest, header: { ...shown.header, trashed: 0, editable: false } };
}

/** Returns the pane's content for a context that cannot be read. */
export const contextFailure = (
  { project, dialog, contextId }: ContextTarget,
  error: unknown,
): ContextPaneFailure => paneFailure({ folder: project.root, dialog, contextId }, error, texts());

/** Returns a context in its current state, including active ones. Throws `not_found`. */
export async function findContext({ project, dialog, contextId }: ContextTarget): Promise<ContextReading> {
  if (contextId !== activeId) return { ...(await project.contexts.get(contextId)), damaged: [] };
  const found = await project.contexts.active(dialog);
  if (found) return { dialog, ...found };
  throw new StoreError('not_found', `There is no dialog ${JSON.stringify(dialog)}.`);
}

/** Until a dialog first changes its contexts, the active one's id is not saved and differs with each read. */
const isUnwritten = ({ context }: ContextReading, folder: string | undefined): boolean =>
  context.status === 'active' && (folder === undefined || !existsSync(activeContextFile(folder)));

/** Returns nothing for an active context, which no tool loads, and if contexts are disabled. */
async function readPreview(
  { project, contextId }: ContextTarget,
  query: PreviewQuery,
): Promise<ContextPreview | undefined> {
  if (contextId === activeId || !project.contexts.enabled) return undefined;
  const { text, omittedTurns } = await project.contexts.injection(contextId, query);
  return { ...query, text, chars: text.length, tokens: Math.round(estimatedTokens(text)), omittedTurns };
}

function header({ dialog, context, damaged }: ContextReading): Omit<ContextHeader, 'trashed' | 'enabled'> {
  const { contextId, createdAt, updatedAt, droppedTurns = 0, turns, status } = context;
  const { maxTurns, maxChars } = settings.limits().contexts;
  return {
    contextId,
    dialog,
    status,
    createdAt,
    updatedAt,
    droppedTurns,
    title: status === 'archived' ? contextTitle(context) : (context.title ?? ''),
    ...(status === 'archived'
      ? { archivedAt: context.archivedAt, archiveReason: context.archiveReason }
      : { budget: { maxTurns, maxChars } }),
    chars: turnChars(context),
    tokens: Math.round(turns.reduce((sum, { text }) => sum + estimatedTokens(text), 0)),
    damaged: damaged.map(({ keptAs }) => keptAs),
    editable: workspace.isTrusted,
  };
}
