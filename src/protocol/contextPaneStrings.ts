import { contentStrings } from './contentStrings.ts';

/**
 * All texts of the context pane in English, by key, with placeholders `{0}`, `{1}`. The extension translates them
 * (each is a key of the l10n bundle) and sends them in every state.
 */
export const contextPaneStrings = {
  ...contentStrings,
  // Header
  untitled: 'Context without a title',
  untitledActive: 'Active context',
  active: 'Active',
  archived: 'Snapshot',
  statusActive: 'What the agent is working with: the messages since the last checkpoint',
  statusArchived: 'Finished; an agent can load it again',
  actions: 'Context actions',
  newContext: 'New Context…',
  clearActive: 'Clear Active Context…',
  compare: 'Compare…',
  writeSummary: 'Summarize with a Model…',
  reveal: 'Reveal Files',
  share: 'Share with Team…',
  remove: 'Move to Trash',
  restore: 'Restore from Trash…',
  openDialog: 'Open dialog {0}',
  contextId: 'Context ID',
  turn: '{0} turn',
  turns: '{0} turns',
  characters: '{0} characters',
  tokens: '≈ {0} tokens',
  tokensDetail: 'Estimated; models count differently',
  began: 'Began {0}',
  beganAt: 'Began: {0}',
  updated: 'Active {0}',
  updatedAt: 'Last turn: {0}',
  archivedWhen: 'Snapshot of {0}',
  archivedAt: 'Kept: {0}',
  reason: 'Reason: {0}',
  budget: 'Budget',
  budgetTurns: '{0} of {1} turns',
  budgetChars: '{0} of {1} characters',
  budgetDetail: '{0} of {1} turns and {2} of {3} characters; beyond that, the oldest turns are dropped.',
  droppedTurn: '{0} older turn was dropped to fit the limit; it remains in the dialog.',
  droppedTurns: '{0} older turns were dropped to fit the limit; they remain in the dialog.',
  disabled:
    'Context snapshots are switched off (setting historyStore.contexts.enabled). They can be read, but not loaded or changed.',
  // Failure
  unreadable: 'This context cannot be shown',
  unreadableHint: 'It appears here once the problem is fixed.',
  // Turns
  turnsTitle: 'Turns',
  noTurns: 'No turns yet',
  noTurnsHint: 'New messages appear here as you or an agent save them.',
  checkpoint: 'Checkpoint',
  checkpointActive:
    'A new context keeps everything up to here as a snapshot and begins with the turns below. Agents can load the snapshot again.',
  checkpointActiveEnd: 'A new context keeps everything up to here as a snapshot. Agents can load it again.',
  checkpointArchived: 'Snapshot up to here, {0}',
  noCheckpoint: 'Nothing to keep yet: the assistant has not answered.',
  // Summary
  summary: 'Summary',
  noSummary: 'No summary yet. In summary mode, agents receive the last turns instead.',
  summarize: 'Summarize',
  editSummary: 'Edit Summary',
  summaryField: 'Summary as Markdown',
  summaryHint: 'What was decided, what is done, and what is open. Keep it short.',
  summaryChanged: 'The summary was changed meanwhile. Saving replaces it with yours.',
  save: 'Save',
  cancel: 'Cancel',
  // Preview
  preview: 'What an Agent Receives',
  mode: 'Mode',
  modeSummary: 'Summary',
  modeRecent: 'Recent',
  modeFull: 'Full',
  modeSummaryHint: 'The summary, or the last turns if there is none',
  modeRecentHint: 'The newest turns within the limit',
  modeFullHint: 'All turns (oldest dropped if over the limit)',
  maxChars: 'Limit (characters)',
  maxCharsLabel: 'Maximum characters',
  custom: 'Other…',
  customLabel: 'Number of characters',
  previewText: 'Text an agent receives',
  omittedTurn: '{0} earlier turn left out',
  omittedTurns: '{0} earlier turns left out',
  loadText: 'Copy Text',
  openInChat: 'Open in Chat',
} as const;

/** The texts in the user's language. */
export type ContextPaneStrings = Readonly<Record<keyof typeof contextPaneStrings, string>>;
