/** The texts of what every pane shows alike: messages, rendered Markdown, copying. */
export const contentStrings = {
  user: 'User',
  assistant: 'Assistant',
  messageLabel: '{0}, {1}',
  copyMessage: 'Copy Message',
  copyCode: 'Copy Code',
  copied: 'Copied',
  code: 'Code',
  codeLine: '{0} line',
  codeLines: '{0} lines',
  toolCall: 'Tool call',
  toolResult: 'Tool result',
  image: 'Image: {0}',
  messagesTitle: 'Messages',
  loadingMessage: 'Loading message {0}',
  newMessage: '{0} new message',
  newMessages: '{0} new messages',
  toNewest: 'Go to the newest message',
  find: 'Find',
  findInput: 'Find in the whole conversation',
  findNothing: 'No results',
  findPlace: '{0} of {1}',
  findPrevious: 'Previous Match',
  findNext: 'Next Match',
  findClose: 'Close',
  damaged: 'Damaged files were moved aside; their contents are kept in the dialog folder:',
} as const;

/** The texts in the reader's language. */
export type ContentStrings = Readonly<Record<keyof typeof contentStrings, string>>;
