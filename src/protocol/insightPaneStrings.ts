import { contentStrings } from './contentStrings.ts';

/**
 * All texts of the insight pane in English, by key, with placeholders `{0}`, `{1}`. The extension translates them
 * (each is a key of the l10n bundle) and sends them in every state.
 */
export const insightPaneStrings = {
  ...contentStrings,
  insight: 'Insight',
  actions: 'Insight actions',
  refresh: 'Refresh',
  copyJson: 'Copy as JSON',
  openPrices: 'Own Prices…',
  reading: 'Reading sessions',
  readingPlace: '{0} of {1} sessions read',
  // Filter
  time: 'Time',
  last7: '7 days',
  last30: '30 days',
  last90: '90 days',
  last365: 'A year',
  always: 'Everything',
  only: 'Only {0}',
  showAll: 'Show all',
  // Tokens and cost
  tokens: 'Tokens and cost',
  cost: 'Cost',
  unpricedRequest: 'and 1 request of unknown price',
  unpricedRequests: 'and {0} requests of unknown price',
  input: 'Input',
  output: 'Output',
  cacheRead: 'From caches',
  cacheWrite: 'Into caches',
  requests: 'Requests',
  sessions: 'Sessions',
  unknown: 'unknown',
  byDay: 'By day',
  byAgent: 'By agent',
  byModel: 'By model',
  bySession: 'By session',
  day: 'Day',
  agent: 'Agent',
  model: 'Model',
  session: 'Session',
  prices:
    'Cost by the list prices of {0}, in US dollars. Input counts what came from caches and went into them.',
  untoldOne: '1 session records no tokens.',
  untold: '{0} sessions record no tokens.',
  unpriced: 'No price is known of {0}.',
  noTokens: 'No session of this time records tokens.',
  chart: '{0} by day, from {1} to {2}. The table below holds the same figures.',
  tokensOfDay: '{0}: {1}',
  more: 'Show {0} more of {1}',
  // Activity
  activity: 'Activity',
  messages: 'Messages',
  heat: 'Messages by weekday and hour',
  weekday: 'Weekday',
  heatCell: '{0}, {1}:00: {2} messages',
  quiet: 'Nothing was said in this time.',
  table: 'As a table',
  // Work
  work: 'Work',
  files: 'Files changed most',
  commands: 'Commands that failed most',
  failed: '{0} of {1} failed',
  interrupted: 'Interrupted by you',
  compacted: 'Compacted',
  rewound: 'Messages you rewound',
  longest: 'Longest sessions',
  plans: 'Steps agents left open',
  todos: 'To do in dialogs',
  health: 'Sessions in which something went wrong',
  nothing: 'Nothing',
  // Contents of the history
  holdings: 'What the history holds',
  dialogSizes: 'Dialogs and their context limit',
  dialog: 'Dialog',
  ofMost: '{0} of {1}',
  size: 'Size',
  outside: 'compact',
  disk: 'Space on disk',
  canGo: 'can go',
  unreadable: 'The figures cannot be shown',
  unreadableHint: 'They appear here once the problem is fixed.',
} as const;

/** The texts in the user's language. */
export type InsightPaneStrings = { readonly [Key in keyof typeof insightPaneStrings]: string };
