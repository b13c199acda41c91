/** The English texts of the page that chats show for what a tool of the server replied. */
export const chatStrings = {
  title: 'History',
  waiting: 'Waiting for the reply…',
  cancelled: 'The call was cancelled.',
  failed: 'This could not be read: {0}',
  you: 'You',
  agent: 'Agent',
  more: 'Show More',
  resume: 'Resume Here',
  resumeMessage: 'Continue the session "{0}" here. Load it with {1}.',
  openInEditor: 'Open in Editor',
  deleted: 'its agent deletes it on {0}',
} as const;

export type ChatStrings = Readonly<Record<keyof typeof chatStrings, string>>;
