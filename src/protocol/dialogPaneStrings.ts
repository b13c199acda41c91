import { contentStrings } from './contentStrings.ts';

/**
 * All texts of the dialog pane in English, by key, with placeholders `{0}`, `{1}`. The extension translates them
 * (each is a key of the l10n bundle) and sends them in every state.
 */
export const dialogPaneStrings = {
  ...contentStrings,
  // Header
  loading: 'Loading dialog…',
  message: '{0} message',
  messages: '{0} messages',
  lastActive: 'Active {0}',
  began: 'Began {0}',
  beganAt: 'First message: {0}',
  lastAt: 'Last message: {0}',
  actions: 'Dialog actions',
  continueDialog: 'Continue in Chat',
  continueIn: 'Continue In…',
  copyHistory: 'Copy as Chat Context…',
  copyLink: 'Copy Link',
  share: 'Share with Team…',
  pin: 'Pin',
  unpin: 'Unpin',
  reveal: 'Reveal Files',
  export: 'Export…',
  restoreBackup: 'Restore Backup…',
  clear: 'Clear Dialog…',
  activity: 'Activity',
  activityLabel: 'Messages over time, from {0} to {1}',
  comfort: 'Context limit',
  comfortMessages: '{0} of {1} messages',
  comfortBytes: '{0} of {1}',
  comfortDetail: '{0} of {1} messages and {2} of {3} before this dialog should be compacted.',
  compactMessages: 'This dialog has more messages than the recommended {0}.',
  compactBytes: 'This dialog is larger than the recommended {0}.',
  compactHint: 'Ask your agent to compact it, or do it here with a model of the editor. A backup is kept.',
  compact: 'Compact…',
  // Summary
  summary: 'Summary',
  decisions: 'Decisions',
  constraints: 'Constraints',
  todo: 'To Do',
  issues: 'Issues',
  facts: 'Facts',
  references: 'References',
  noSummary: 'No summary yet. Agents write it when they compact the dialog.',
  addSection: 'Add a section',
  addItem: 'Add to {0}',
  editItem: 'Edit',
  deleteItem: 'Delete',
  markDone: 'Mark as Done',
  markOpen: 'Mark as Not Done',
  copyItem: 'Copy',
  promote: 'Add to Memories',
  openItemMessage: 'Go to Message',
  done: 'done',
  itemText: 'Text of the item in {0}',
  cancel: 'Cancel',
  unsaved: 'Unsaved changes',
  save: 'Save',
  discard: 'Discard',
  // Messages
  unreadable: 'This dialog cannot be shown',
  unreadableHint: 'It appears here once the problem is fixed.',
  noMessages: 'No messages yet',
  noMessagesHint: 'New messages appear here as you or an agent save them.',
  openMessage: 'Open Message in Editor',
  cut: '{0} more characters.',
  showWhole: 'Open the whole message',
} as const;

/** The texts in the user's language. */
export type DialogPaneStrings = Readonly<Record<keyof typeof dialogPaneStrings, string>>;
