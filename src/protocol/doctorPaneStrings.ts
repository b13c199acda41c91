import { contentStrings } from './contentStrings.ts';

/**
 * All texts of the doctor pane in English, by key, with placeholders `{0}`, `{1}`. The extension translates them
 * (each is a key of the l10n bundle) and sends them in every state.
 */
export const doctorPaneStrings = {
  ...contentStrings,
  // Header
  overview: 'Overview',
  version: 'Version {0}',
  actions: 'Overview actions',
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
  sample: 'Show shape of what is not understood',
  edit: 'Show the edit…',
  dueOne: '1 dialog needs compaction',
  due: '{0} dialogs need compaction',
  showDue: 'Show in Dialogs',
  unconnectedOne: '1 agent is not connected',
  unconnected: '{0} agents are not connected',
  comma: ', ',
  well: 'All is well',
  wellElse: 'All else is well',
  // Links
  links: 'More',
  showInsight: 'Insight',
  showBrief: 'What Agents Receive at Start',
  connectAgents: 'Connect Agents…',
  consolidateMemories: 'Consolidate Memories…',
  memoryHealth: 'Memory Health',
  findSecrets: 'Find Secrets in History…',
  listServers: 'MCP Servers',
  // Repairs
  repairs: 'Repairs',
  repaired: 'Repaired',
  notRepaired: 'Not repaired',
  // Failure
  unreadable: 'Nothing was examined',
  unreadableHint: 'Trust this folder to examine its history.',
} as const;

/** The texts in the user's language. */
export type DoctorPaneStrings = Readonly<Record<keyof typeof doctorPaneStrings, string>>;
