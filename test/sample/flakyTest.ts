import type { SampleDialog } from './dialog.ts';

/** A short dialog without a summary. */
export const flakyTest: SampleDialog = {
  name: 'flaky-settlement-test',
  agent: 'gemini-cli',
  minutesAgo: 5 * 24 * 60,
  pace: 3,
  turns: [
    ['user', 'The settlement test fails about once in fifty runs on CI. Never on my machine. Ideas?'],
    [
      'assistant',
      `It sorts settlements by date only, and two of the fixtures share a date. With equal keys the order is whatever the database returns. Sorting by \`(date, id)\` settles it:

\`\`\`sql
SELECT * FROM settlements ORDER BY settled_on, id;
\`\`\`

I ran it 500 times afterwards without a failure.`,
    ],
    ['user', 'Works, thanks 🎉'],
  ],
};
