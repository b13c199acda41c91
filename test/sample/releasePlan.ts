import type { SampleDialog } from './dialog.ts';

/** A dialog that was compacted once: its earlier state is a backup. */
export const releasePlan: SampleDialog = {
  name: 'Release 2.4 plan',
  agent: 'copilot',
  minutesAgo: 26 * 60,
  pace: 14,
  before: [
    ['user', 'What is left for 2.4? The shop wants gift cards before December.'],
    [
      'assistant',
      'Open are gift cards (3 days), the new price list format (1 day) and the Node.js 22 upgrade (half a day). Gift cards depend on the rounding change in `src/pricing.js`.',
    ],
    ['user', 'Can gift cards be sold without the new price lists?'],
    ['assistant', 'Yes. They are articles of their own with a fixed price, so nothing is imported for them.'],
    ['user', 'Then price lists move to 2.5.'],
  ],
  turns: [
    ['user', 'Short recap, please: what goes into 2.4, and in which order?'],
    [
      'assistant',
      `1. Rounding of taxes (\`checkout-rounding\`), because gift cards rely on it
2. Gift cards: sale first, redemption behind the flag \`gift-cards\`
3. Node.js 22

Price lists in the new format wait for **2.5**.`,
    ],
    ['user', 'Freeze is Thursday evening. Who tests redemption?'],
    [
      'assistant',
      'Nobody is named for that yet. I put it among the issues of this dialog so that it is asked on Monday.',
    ],
  ],
  summary: {
    decisions: ['2.4 = tax rounding, gift cards, Node.js 22.', 'Price lists in the new format move to 2.5.'],
    constraints: ['Code freeze Thursday evening; gift cards must be on sale before December.'],
    todo: ['Switch the flag gift-cards on for the test shop.'],
    issues: ['Nobody is named for testing redemption.'],
  },
};
