import { contentStrings } from './contentStrings.ts';

/**
 * All texts of the memory pane in English, by key, with placeholders `{0}`, `{1}`. The extension translates them
 * (each is a key of the l10n bundle) and sends them in every state.
 */
export const memoryPaneStrings = {
  ...contentStrings,
  // Header
  memory: 'Memory',
  memoryType: 'Type',
  archived: 'Hidden',
  archivedHint: 'Hidden by a consolidation. Agents find it only when they search hidden memories, too.',
  actions: 'Memory actions',
  copyMemory: 'Copy Memory',
  edit: 'Edit',
  memoryText: 'Text of the memory as Markdown',
  save: 'Save',
  cancel: 'Cancel',
  editedMeanwhile:
    'This memory was edited in the meantime. If you save, your text takes its place; the other one stays as a previous version.',
  versions: 'Previous Versions',
  versionWhen: 'Written {0}',
  versionAt: 'Written: {0}',
  restoreVersion: 'Restore',
  copyLink: 'Copy Link',
  share: 'Share with Team…',
  editTags: 'Edit Tags…',
  forget: 'Delete',
  createdWhen: 'Stored {0}',
  createdAt: 'Stored: {0}',
  updatedWhen: 'Changed {0}',
  updatedAt: 'Changed: {0}',
  hash: 'Content hash',
  copyHash: 'Copy Content Hash',
  // Failure
  unreadable: 'This memory cannot be shown',
  unreadableHint: 'It appears here once the problem is fixed.',
  // Tags
  tags: 'Tags',
  noTags: 'No tags',
  addTag: 'Add a tag',
  removeTag: 'Remove tag {0}',
  tagAdded: 'Tag {0} added',
  tagRemoved: 'Tag {0} removed',
  // Related
  similar: 'Similar Memories',
  noSimilar: 'No similar memories',
  similarity: '{0} similar',
  metadata: 'Metadata',
  noMetadata: 'No metadata',
} as const;

/** The texts in the user's language. */
export type MemoryPaneStrings = Readonly<Record<keyof typeof memoryPaneStrings, string>>;
