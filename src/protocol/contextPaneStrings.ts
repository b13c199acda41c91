import { contentStrings } from './contentStrings.ts';

/**
 * Every text of the context pane in English, by key; `{0}`, `{1}` stand for values. The extension translates the values
 * (each is a key of the l10n bundle) and sends the record in every state.
 */
export const contextPaneStrings = {
  ...contentStrings,
  // Header
  untitled: 'Context without a title',
  untitledActive: 'Active context',
  active: 'Active',
  archived: 'Archived',
  statusActive: 'What an agent works with at the moment: the messages since the last checkpoint',
  statusArchived: 'Finished; an agent can load it again',
  actions: 'Context actions',
  newContext: 'New Context…',
  clearActive: 'Clear Active Context…',
  compare: 'Compare…',
  reveal: 'Reveal Files',
  remove: 'Move to Trash',
  restore: 'Restore from Trash…',
  openDialog: 'Open dialog {0}',
  contextId: 'Context id',
  turn: '{0} turn',
  turns: '{0} turns',
  characters: '{0} characters',
  tokens: '≈ {0} tokens',
  tokensDetail: 'Estimated; models count differently',
  began: 'Began {0}',
  beganAt: 'Began: {0}',
  updated: 'Active {0}',
  updatedAt: 'Last turn: {0}',
  archivedWhen: 'Archived {0}',
  archivedAt: 'Archived: {0}',
  reason: 'Reason: {0}',
  budget: 'Budget',
  budgetTurns: '{0} of {1} turns',
  budgetChars: '{0} of {1} characters',
  budgetDetail: '{0} of {1} turns and {2} of {3} characters; when it is full, the oldest turns leave.',
  droppedTurn: '{0} older turn left for the budget. It is still among the messages of the dialog.',
  droppedTurns: '{0} older turns left for the budget. They are still among the messages of the dialog.',
  disabled:
    'Context snapshots are switched off (setting historyStore.contexts.enabled). They can be read, but not loaded or changed.',
  // Failure
  unreadable: 'This context cannot be shown',
  unreadableHint: 'Once that is mended, it appears here by itself.',
  // Turns
  turnsTitle: 'Turns',
  noTurns: 'No turns yet',
  noTurnsHint: 'What an agent or you save to this dialog appears here at once.',
  checkpoint: 'Checkpoint',
  checkpointActive:
    'A new context would archive everything up to here, for agents to load again; the turns below would begin it.',
  checkpointActiveEnd: 'A new context would archive everything up to here, for agents to load again.',
  checkpointArchived: 'Archived up to here, {0}',
  noCheckpoint: 'Nothing to archive yet: the assistant has not answered.',
  // Summary
  summary: 'Summary',
  noSummary:
    'No summary yet. An agent that loads this context in summary mode receives its last turns instead.',
  summarize: 'Summarize',
  editSummary: 'Edit Summary',
  summaryField: 'Summary as Markdown',
  summaryHint: 'What was decided, what is done, what is open: short enough to read before going on.',
  summaryChanged: 'The summary was changed meanwhile. Saving replaces it with yours.',
  saving: 'Saving…',
  save: 'Save',
  cancel: 'Cancel',
  // Preview
  preview: 'What an Agent Receives',
  mode: 'Mode',
  modeSummary: 'Summary',
  modeRecent: 'Recent',
  modeFull: 'Full',
  modeSummaryHint: 'The summary; without one, the last turns',
  modeRecentHint: 'The newest turns that fit',
  modeFullHint: 'All turns, the newest where they do not fit',
  maxChars: 'At most',
  maxCharsLabel: 'Most characters of the text',
  custom: 'Other…',
  customLabel: 'Number of characters',
  previewText: 'Text an agent receives',
  omittedTurn: '{0} earlier turn left out',
  omittedTurns: '{0} earlier turns left out',
  loadText: 'Copy Text',
  openInChat: 'Open in Chat',
} as const;

/** The texts in the reader's language. */
export type ContextPaneStrings = Readonly<Record<keyof typeof contextPaneStrings, string>>;
