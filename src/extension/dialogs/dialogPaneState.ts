import { defined } from '../../store/base/core.ts';
import { workspace } from 'vscode';
import { dialogPaneStrings, type DialogPaneStrings } from '../../protocol/dialogPaneStrings.ts';
import type {
  DialogHeader,
  DialogPaneFailure,
  DialogPaneMessage,
  DialogPaneState,
} from '../../protocol/dialogPane.ts';
import type { Drafted } from '../../protocol/paneMessages.ts';
import { isFiltered } from '../../protocol/messageKinds.ts';
import type { DialogOverview } from '../../store/dialogs/types.ts';
import { agentCalled } from '../../store/transcripts/names.ts';
import type { WantedWindow } from '../panes/showing.ts';
import { paneFailure, paneTexts } from '../panes/paneTexts.ts';
import * as settings from '../base/settings.ts';
import type { SummaryDraft } from '../../protocol/summaryEdits.ts';
import type { DialogActivity } from './dialogActivity.ts';
import type { DialogRows, PlacedMessage, RowWindow } from './dialogRows.ts';
import type { DialogTarget } from '../base/pick.ts';

/** Longer texts are cut in the pane and opened whole in an editor. Characters. */
const shownText = 20_000;

const texts = paneTexts<DialogPaneStrings>(dialogPaneStrings);

/** What a state depends on besides the dialog itself. */
export interface DialogQuery {
  readonly wanted: WantedWindow;
  readonly rows: DialogRows;
  /** The place of the message to begin at, where the filter is another than before. */
  readonly start?: number | undefined;
}

/** A state, and the folder its dialog is kept in, if there is such a dialog. */
export interface ReadState {
  readonly state: DialogPaneState;
  /** Changes when other messages take the place of all. */
  readonly epoch: string;
  readonly folder: string | undefined;
}

/** The present state of a dialog with the wanted messages; the draft is asked for when all is read. */
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
  const start = at === undefined ? undefined : await rows.rowFrom(at);
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

/** What the pane shows of a dialog that cannot be read. */
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
    ...(author !== undefined && { author: agentCalled(author) }),
  };
}
