import { contentStrings } from './contentStrings.ts';

/**
 * Every text of the doctor pane in English, by key; `{0}`, `{1}` stand for values. The extension translates the values
 * (each is a key of the l10n bundle) and sends the record in every state.
 */
export const doctorPaneStrings = {
  ...contentStrings,
  // Header
  doctor: 'Doctor',
  version: 'Version {0}',
  actions: 'Doctor actions',
  examine: 'Examine Again',
  repairAll: 'Repair All ({0})',
  copyReport: 'Copy Report',
  copyJson: 'Copy Report as JSON',
  examinedWhen: 'Examined {0}',
  examinedAt: 'Examined: {0}',
  examining: 'Examining…',
  examiningPlace: '{0} of {1} checks done',
  repairing: 'Repairing…',
  // Result
  healthy: 'No problems found',
  problem: '1 problem',
  problems: '{0} problems',
  note: '1 note',
  notes: '{0} notes',
  // Findings
  levelOk: 'OK',
  levelNote: 'Information',
  levelProblem: 'Problem',
  repair: 'Repair',
  open: 'Open {0}',
  connectAgents: 'Connect Agents…',
  // Repairs
  repairs: 'Repairs',
  repaired: 'Repaired',
  notRepaired: 'Not repaired',
  // Failure
  unreadable: 'Nothing was examined',
  unreadableHint: 'Trust this folder to examine its history.',
} as const;

/** The texts in the reader's language. */
export type DoctorPaneStrings = Readonly<Record<keyof typeof doctorPaneStrings, string>>;
