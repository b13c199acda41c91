import { defined } from '../../disk/base/core.ts';
import { workspace } from 'vscode';
import { dialogPaneStrings, type DialogPaneStrings } from '../../protocol/dialogPaneStrings.ts';
import type {
  DialogHeader,
  DialogPaneFailure,
  DialogPaneMessage,
  DialogPaneState,
} from '../../protocol/dialogPane.ts';
import type { Drafted } from '../../protocol/paneMessages.ts';
import { isFiltered, placeOf } from '../../protocol/messageKinds.ts';
import type { DialogOverview } from '../../history/dialogs/types.ts';
import { agentNameOf } from '../../agents/agents.ts';
import type { WantedWindow } from '../panes/showing.ts';
import { paneFailure, paneTexts } from '../panes/paneTexts.ts';
import * as settings from '../base/settings.ts';
import type { SummaryDraft } from '../../protocol/summaryEdits.ts';
import type { DialogActivity } from './dialogActivity.ts';
import type { DialogRows, PlacedMessage, RowWindow } from './dialogRows.ts';
import type { DialogTarget } from '../base/pick.ts';

/** Longer texts are truncated in the pane and opened completely in an editor. Characters. */
const shownText = 20_000;

const texts = paneTexts<DialogPaneStrings>(dialogPaneStrings);

/** What a state depends on in addition to the dialog. */
export interface DialogQuery {
  readonly wanted: WantedWindow;
  readonly rows: DialogRows;
  /** Position of the message to start at, after a filter change or where the user left. */
  readonly start?: number | undefined;
}

/** A state, and the dialog's folder if it exists. */
export interface ReadState {
  readonly state: DialogPaneState;
  /** Changes when all messages are replaced. */
  readonly epoch: string;
  readonly folder: string | undefined;
}

/** Returns the current state of a dialog with the wanted messages; the draft is read last. */
export async function readPaneState(
  target: DialogTarget,
  query: DialogQuery,
  activity: DialogActivity,
  drafted: () => Drafted<SummaryDraft> = () => ({ draftsSeen: 0 }),
): Promise<ReadState> {
  const { project, dialog } = target;
  const [overview, summary, window] = await Promise.all([
    project.dialogs.overview(dialog),
    project.dialogs.summary(dialog),
    readWindow(query),
  ]);
  const { rows, start: at } = query;
  const start =
    at === undefined ? undefined : Math.max(0, Math.min(await rows.rowFrom(at), window.total - 1));
  const { total } = isFiltered(rows.kinds) ? await project.dialogs.window(dialog, 0, 0) : window;
  const counts = await activity.read(project.dialogs, dialog, window.epoch, total);
  const state: DialogPaneState = {
    type: 'state',
    resource: { folder: project.root, dialog },
    header: header(dialog, overview, total, counts),
    ...defined({ summary }),
    ...drafted(),
    window: {
      epoch: `${window.epoch} ${rows.kinds.join()}`,
      offset: window.offset,
      total: window.total,
      messages: window.messages.map((message, index) => paneMessage(message, window.offset + index)),
    },
    filter: { kinds: rows.kinds, ...defined({ start }) },
    ...texts(),
  };
  return { state, epoch: window.epoch, folder: overview?.folder };
}

/** Returns the content of the pane of a deleted dialog: what was last shown, read-only. */
export function frozenDialog(shown: DialogPaneState): DialogPaneState {
  const { header: before, window, reveal: _reveal, revealEntry: _entry, ...rest } = shown;
  const { compact: _compact, ...facts } = before;
  const messages = window.messages.map((message, position) => ({
    ...message,
    position,
    at: placeOf(message),
  }));
  return {
    ...rest,
    header: { ...facts, backups: 0, damaged: [], editable: false },
    window: { epoch: `${window.epoch} gone`, offset: 0, total: messages.length, messages },
  };
}

/** Returns the pane's content for a dialog that cannot be read. */
export async function dialogFailure(
  { project, dialog }: DialogTarget,
  error: unknown,
): Promise<DialogPaneFailure> {
  const backups = await project.dialogs.backups(dialog).catch(() => []);
  const restorable = workspace.isTrusted && backups.length > 0;
  return { ...paneFailure({ folder: project.root, dialog }, error, texts()), restorable };
}

const readWindow = ({ rows, wanted }: DialogQuery): Promise<RowWindow> =>
  'offset' in wanted ? rows.window(wanted.limit, wanted.offset) : rows.window(wanted.newest);

function header(
  name: string,
  overview: DialogOverview | undefined,
  messages: number,
  activity: readonly number[],
): DialogHeader {
  const { maxMessages, maxBytes } = settings.limits();
  return {
    name,
    messages,
    bytes: overview?.bytes ?? 0,
    ...(overview?.firstTs === undefined ? {} : { firstTs: overview.firstTs }),
    ...(overview?.lastTs === undefined ? {} : { lastTs: overview.lastTs }),
    thresholds: { maxMessages, maxBytes },
    ...(overview?.maintenance ? { compact: overview.maintenance.reason } : {}),
    activity,
    pinned: overview?.pinned ?? false,
    backups: overview?.backups ?? 0,
    damaged: overview?.damaged ?? [],
    editable: workspace.isTrusted,
  };
}

function paneMessage({ message, at }: PlacedMessage, position: number): DialogPaneMessage {
  const { role, text, ts, meta } = message;
  const author = [meta?.agent, meta?.author, meta?.model].find((name) => typeof name === 'string');
  const cutChars = Math.max(0, text.length - shownText);
  return {
    position,
    ...(at !== position && { at }),
    role,
    text: cutChars > 0 ? text.slice(0, shownText) : text,
    ...(cutChars > 0 ? { cutChars } : {}),
    ts,
    ...(author !== undefined && { author: agentNameOf(author) }),
  };
}
