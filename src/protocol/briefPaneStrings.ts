import { contentStrings } from './contentStrings.ts';

/**
 * All texts of the brief pane in English, by key, with placeholders `{0}`, `{1}`. The extension translates them (each
 * is a key of the l10n bundle) and sends them in every state.
 */
export const briefPaneStrings = {
  ...contentStrings,
  // Header
  heading: 'What Agents Receive at Start',
  actions: 'Actions',
  copyText: 'Copy Text',
  openSettings: 'Open Settings',
  tokens: 'Tokens',
  tokensOf: '{0} of {1}',
  tokensDetail: '{0} of {1} tokens. No tokenizer in use today counts more.',
  // Purpose
  purpose: 'Purpose',
  purposeStart: 'New session',
  purposeStartHint: 'What an agent receives when a session starts',
  purposeAfterCompaction: 'After compaction',
  purposeAfterCompactionHint: 'What an agent receives after its context was compacted',
  purposeHandOver: 'Handover',
  purposeHandOverHint: 'What another agent or another computer receives',
  ofSession: 'Session: {0}',
  noSession: 'No sessions yet',
  chooseSession: 'Choose Session…',
  // When it is sent
  modeOff: 'Agents don’t receive this automatically: it is off in the settings.',
  modeNotAtStart: 'Agents don’t receive this automatically: the setting is “after compaction”.',
  modeHandOver: 'Agents receive this when they or you ask for it: history_brief {"purpose": "handOver"}.',
  // Text
  exactText: 'Exact text',
  details: 'Details',
  nothing: 'Nothing to tell yet',
  nothingHint: 'Once agents have worked in this folder, the next one’s brief is shown here.',
  // Statements
  included: 'Included',
  leftOut: 'Left Out',
  leftOutHint: 'No room within {0} tokens.',
  pins: 'Pinned',
  noPins: 'Pinned statements are always included, and get room first.',
  never: 'Never Included',
  noNever: 'Statements you exclude are listed here.',
  pin: 'Pin',
  unpin: 'Unpin',
  neverAgain: 'Never Again',
  includeAgain: 'Include Again',
  open: 'Open',
  isPinned: 'Pinned',
  noRoom: 'No room',
  replacedBy: 'Replaced by: {0}',
  deleted: 'No longer applies',
  saidPinned: 'Statement pinned',
  saidUnpinned: 'Statement unpinned',
  saidNever: 'Statement never included again',
  saidAgain: 'Statement included again',
  sectionRequests: 'Request',
  sectionPlan: 'To-do',
  sectionDecisions: 'Decision',
  sectionConstraints: 'Constraint',
  sectionIssues: 'Issue',
  sectionCommands: 'Command',
  sectionFiles: 'Files',
  sectionMemories: 'Memory',
  // Given briefs
  given: 'Given',
  noGiven: 'What agents were given is listed here.',
  givenTo: 'Given to {0} {1}',
  showGiven: 'Show the text given to {0} {1}',
  backToNow: 'Back to Current Text',
  unknownAgent: 'Agent',
  tokenCount: '{0} tokens',
  byHook: 'Automatic',
  byTool: 'Tool',
  byPrompt: 'Prompt',
  byResource: 'Resource',
  byTerminal: 'Terminal',
  references: 'References',
  // Failure
  unreadable: 'Briefs cannot be shown',
  unreadableHint: 'They appear here once the problem is fixed.',
} as const;

/** The texts in the user's language. */
export type BriefPaneStrings = Readonly<Record<keyof typeof briefPaneStrings, string>>;
