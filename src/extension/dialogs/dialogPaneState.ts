import { workspace } from 'vscode';
import { dialogPaneStrings, type DialogPaneStrings } from '../../protocol/dialogPaneStrings.ts';
import type {
  DialogHeader,
  DialogPaneFailure,
  DialogPaneMessage,
  DialogPaneState,
} from '../../protocol/dialogPane.ts';
import type { Drafted } from '../../protocol/paneMessages.ts';
import type { DialogOverview, Message, MessageWindow } from '../../store/dialogs/types.ts';
import type { WantedWindow } from '../panes/showing.ts';
import { paneFailure, paneTexts } from '../panes/paneTexts.ts';
import * as settings from '../base/settings.ts';
import type { SummaryDraft } from '../../protocol/summaryEdits.ts';
import type { Activity } from './dialogActivity.ts';
import type { DialogTarget } from '../base/pick.ts';

/** Longer texts are cut in the pane and opened whole in an editor. Characters. */
const shownText = 20_000;

const texts = paneTexts<DialogPaneStrings>(dialogPaneStrings);

/** A state, and the folder its dialog is kept in, if there is such a dialog. */
export interface ReadState {
  readonly state: DialogPaneState;
  readonly folder: string | undefined;
}

/** The present state of a dialog with the wanted messages; the draft is asked for when all is read. */
export async function readPaneState(
  target: DialogTarget,
  wanted: WantedWindow,
  activity: Activity,
  drafted: () => Drafted<SummaryDraft> = () => ({ draftsSeen: 0 }),
): Promise<ReadState> {
  const { project, dialog } = target;
  const [overview, summary, window] = await Promise.all([
    project.dialogs.overview(dialog),
    project.dialogs.summary(dialog),
    readWindow(target, wanted),
  ]);
  const counts = await activity.read(project.dialogs, dialog, window.epoch, window.total);
  const state: DialogPaneState = {
    type: 'state',
    resource: { folder: project.root, dialog },
    header: header(dialog, overview, window.total, counts),
    ...(summary === undefined ? {} : { summary }),
    ...drafted(),
    window: {
      epoch: window.epoch,
      offset: window.offset,
      total: window.total,
      messages: window.messages.map((message, index) => paneMessage(message, window.offset + index)),
    },
    ...texts(),
  };
  return { state, folder: overview?.folder };
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

async function readWindow({ project, dialog }: DialogTarget, wanted: WantedWindow): Promise<MessageWindow> {
  if ('offset' in wanted) return project.dialogs.window(dialog, wanted.offset, wanted.limit);
  const { total } = await project.dialogs.window(dialog, 0, 0);
  return project.dialogs.window(dialog, Math.max(0, total - wanted.newest), wanted.newest);
}

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

function paneMessage({ role, text, ts, meta }: Message, position: number): DialogPaneMessage {
  const author = [meta?.agent, meta?.author, meta?.model].find((name) => typeof name === 'string');
  const cutChars = Math.max(0, text.length - shownText);
  return {
    position,
    role,
    text: cutChars > 0 ? text.slice(0, shownText) : text,
    ...(cutChars > 0 ? { cutChars } : {}),
    ts,
    ...(author === undefined ? {} : { author }),
  };
}
