// What crosses between the extension and the doctor pane. The extension sends whole states, the pane sends actions:
//
// - The pane sends `ready` whenever its page begins; the extension answers with a state, and examines if it never did.
// - While checks run, each that ends brings a new state.
// - A repair ends with a state that tells what came of it, and another examination.
// - In the place of a state comes a failure where nothing may be examined.
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

/** As it should be; worth knowing; something does not work. */
export type DoctorLevel = 'ok' | 'note' | 'problem';

/** Names a finding. */
export interface PaneFindingName {
  readonly check: string;
  readonly id: string;
  readonly subject: string;
}

/** One thing that was found, in the reader's language. */
export interface PaneFinding extends PaneFindingName {
  readonly level: DoctorLevel;
  readonly text: string;
  /** What a repair would do; absent where there is none. */
  readonly repair?: string;
  /** The file or folder it is about, as short as it can be told; absent where there is none to open. */
  readonly place?: string;
}

/** What came of one check. */
export interface PaneCheck {
  readonly id: string;
  readonly title: string;
  readonly level: DoctorLevel;
  readonly findings: readonly PaneFinding[];
}

/** What came of a repair. */
export interface PaneRepair extends PaneFindingName {
  readonly done: boolean;
  readonly text: string;
}

/** What a pane examines. The pane keeps it in the webview's state, so a reload can open the same one. */
export interface DoctorResource {
  /** The folder of the project, in whatever form the extension needs to find its store again. */
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
  /** Those that have ended, in their order; while it is examined again, those of before are among them. */
  readonly checks: readonly PaneCheck[];
  /** How many checks have ended, of how many; absent while nothing is examined. */
  readonly progress?: { readonly ended: number; readonly all: number };
  /** A repair is under way. */
  readonly repairing: boolean;
  /** Milliseconds since 1970-01-01 UTC; absent until it was examined once. */
  readonly examinedAt?: number;
  /** Of this pane, newest first. */
  readonly repairs: readonly PaneRepair[];
}

/** Extension → pane, in the place of a state. */
export type DoctorPaneFailure = PaneFailure<DoctorResource, DoctorPaneStrings>;

/** Extension → pane. */
export type DoctorPaneContent = DoctorPaneState | DoctorPaneFailure;

/** Pane → extension. */
export type DoctorPaneAction =
  | CommonAction
  | { readonly type: 'repair'; readonly finding: PaneFindingName }
  | { readonly type: 'openPlace'; readonly finding: PaneFindingName }
  | { readonly type: 'command'; readonly command: DoctorCommand };

/** `repairAll` is whatever can be repaired; a report is copied without secrets. */
export const doctorCommands = ['examine', 'repairAll', 'copyReport', 'copyJson', 'connectAgents'] as const;
export type DoctorCommand = (typeof doctorCommands)[number];

/** Reads the action a message from the pane stands for; undefined when it is not an action of the protocol. Extra fields are dropped. */
export const parseDoctorPaneAction = actionParser<DoctorPaneAction>({
  repair: ({ finding }) => aboutFinding('repair', finding),
  openPlace: ({ finding }) => aboutFinding('openPlace', finding),
  command: commandParser(doctorCommands),
});

function aboutFinding<Type extends 'repair' | 'openPlace'>(
  type: Type,
  value: unknown,
): { readonly type: Type; readonly finding: PaneFindingName } | undefined {
  if (!isRecord(value)) return undefined;
  const { check, id, subject } = value;
  if (typeof check !== 'string' || typeof id !== 'string' || typeof subject !== 'string') return undefined;
  return { type, finding: { check, id, subject } };
}

/** Reads what a pane left in its webview's state; undefined when it has another form. */
export function parseDoctorPaneMemory(value: unknown): DoctorResource | undefined {
  return isRecord(value) && typeof value.folder === 'string' ? { folder: value.folder } : undefined;
}

/** Whether a message is a state or a failure. */
export const isDoctorPaneContent = (message: unknown): message is DoctorPaneContent =>
  isPaneContent(message, [], ['checks', 'repairs']);
