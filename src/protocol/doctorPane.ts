// Messages between the extension and the doctor pane. The extension sends complete states, the pane sends actions:
// - The pane sends `ready` when its page starts; the extension answers with a state, and runs the checks if it has
//   not yet.
// - While checks run, each result brings a new state.
// - A repair ends with a state that contains its result, and the checks run again.
// - If nothing may be examined, a failure replaces the state.
import { isRecord } from './json.ts';
import type { DoctorPaneStrings } from './doctorPaneStrings.ts';
import {
  actionParser,
  commandParser,
  isPaneContent,
  type CommonAction,
  type Localised,
  type PaneFailure,
} from './paneMessages.ts';

/** All is well; worth knowing; something does not work. */
export type DoctorLevel = 'ok' | 'note' | 'problem';

/** Identifies a finding. */
export interface PaneFindingName {
  readonly check: string;
  readonly id: string;
  readonly subject: string;
}

/** A finding in the user's language. */
export interface PaneFinding extends PaneFindingName {
  readonly level: DoctorLevel;
  readonly text: string;
  /** What the repair would do; absent without one. */
  readonly repair?: string;
  /** Repairing all skips it. */
  readonly byChoice?: true;
  /** Shortened path of the file or folder it is about; absent if there is none to open. */
  readonly place?: string;
  /** Whether it is about a form that is not known, whose shape can be shown. */
  readonly hasShape?: true;
  /** Whether a setting of an agent can be changed, which is shown first. */
  readonly hasEdit?: true;
}

/** Result of a check. */
export interface PaneCheck {
  readonly id: string;
  readonly title: string;
  readonly level: DoctorLevel;
  readonly findings: readonly PaneFinding[];
}

/** Result of a repair. */
export interface PaneRepair extends PaneFindingName {
  readonly done: boolean;
  readonly text: string;
}

/** The project examined in a pane, which saves this in the webview's state to reopen it after a reload. */
export interface DoctorResource {
  /** The project's folder, in the form the extension uses to find its store. */
  readonly folder: string;
}

/** Extension → pane. */
export interface DoctorPaneState extends Localised<DoctorPaneStrings> {
  readonly type: 'state';
  readonly resource: DoctorResource;
  /** Name of the project. */
  readonly project: string;
  /** Of the product. */
  readonly version: string;
  /** Completed checks in order; while they run again, the previous results are included. */
  readonly checks: readonly PaneCheck[];
  /** Number of completed checks, and of all; absent while none run. */
  readonly progress?: { readonly ended: number; readonly all: number };
  /** Whether a repair is running. */
  readonly repairing: boolean;
  /** Milliseconds since 1970-01-01 UTC; absent before the first run. */
  readonly examinedAt?: number;
  /** Repairs made in this pane, newest first. */
  readonly repairs: readonly PaneRepair[];
  /** Number of dialogs over their recommended size. */
  readonly due: number;
  /** Names of agents used on this computer that are not connected. */
  readonly unconnected: readonly string[];
}

/** Extension → pane, instead of a state. */
export type DoctorPaneFailure = PaneFailure<DoctorResource, DoctorPaneStrings>;

/** Extension → pane. */
export type DoctorPaneContent = DoctorPaneState | DoctorPaneFailure;

/** Pane → extension. */
export type DoctorPaneAction =
  | CommonAction
  | { readonly type: 'repair'; readonly finding: PaneFindingName }
  | { readonly type: 'openPlace'; readonly finding: PaneFindingName }
  | { readonly type: 'sample'; readonly finding: PaneFindingName }
  | { readonly type: 'edit'; readonly finding: PaneFindingName }
  | { readonly type: 'command'; readonly command: DoctorCommand };

/** What the overview leads to, in the order of its links. */
export const overviewLinks = [
  ...(['showInsight', 'showBrief', 'connectAgents', 'consolidateMemories'] as const),
  ...(['memoryHealth', 'findSecrets', 'listServers'] as const),
] as const;

/** `repairAll` repairs everything that is not by choice; reports are copied without secrets. */
const doctorCommands = [
  ...(['examine', 'repairAll', 'copyReport', 'copyJson', 'showDue'] as const),
  ...overviewLinks,
] as const;
export type DoctorCommand = (typeof doctorCommands)[number];

/** Parses an action of the pane, dropping extra fields; undefined if the message is not one. */
export const parseDoctorPaneAction = actionParser<DoctorPaneAction>({
  repair: ({ finding }) => aboutFinding('repair', finding),
  openPlace: ({ finding }) => aboutFinding('openPlace', finding),
  sample: ({ finding }) => aboutFinding('sample', finding),
  edit: ({ finding }) => aboutFinding('edit', finding),
  command: commandParser(doctorCommands),
});

function aboutFinding<Type extends 'repair' | 'openPlace' | 'sample' | 'edit'>(
  type: Type,
  value: unknown,
): { readonly type: Type; readonly finding: PaneFindingName } | undefined {
  if (!isRecord(value)) return undefined;
  const { check, id, subject } = value;
  if (typeof check !== 'string' || typeof id !== 'string' || typeof subject !== 'string') return undefined;
  return { type, finding: { check, id, subject } };
}

/** Parses what a pane saved in its webview's state; undefined if malformed. */
export function parseDoctorPaneMemory(value: unknown): DoctorResource | undefined {
  return isRecord(value) && typeof value.folder === 'string' ? { folder: value.folder } : undefined;
}

/** Reports whether a message is a state or a failure. */
export const isDoctorPaneContent = (message: unknown): message is DoctorPaneContent =>
  isPaneContent(message, [], ['checks', 'repairs']);
