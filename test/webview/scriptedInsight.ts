import {
  parseInsightPaneAction,
  type InsightPaneAction,
  type InsightPaneFailure,
  type InsightPaneState,
  type PaneUsageRow,
} from '../../src/protocol/insightPane.ts';
import { insightPaneStrings } from '../../src/protocol/insightPaneStrings.ts';
import { withPanePage, type PageOptions, type PanePage, type Post } from './panePage.ts';

export type ScriptedFigures = Partial<Omit<InsightPaneState, 'type'>>;

const row = (key: string, cost: number | undefined, more: Partial<PaneUsageRow> = {}): PaneUsageRow => ({
  key,
  label: key,
  requests: 12,
  unpriced: cost === undefined ? 12 : 0,
  input: 120_000,
  output: 3_400,
  cacheRead: 90_000,
  ...(cost !== undefined && { cost }),
  ...more,
});

const daysOf = (count: number) =>
  Array.from({ length: count }, (_, at) => new Date(Date.UTC(2026, 9, 25 + at)).toISOString().slice(0, 10));

/** A month of three agents. */
export const month: ScriptedFigures = {
  sessions: 42,
  untold: 3,
  unpricedModels: ['local-7b'],
  total: {
    requests: 1_234,
    unpriced: 12,
    input: 48_000_000,
    output: 910_000,
    cacheRead: 40_100_000,
    cost: 61.25,
  },
  agents: [
    row('claude', 51.2, { label: 'Claude Code' }),
    row('codex', 10.05, { label: 'Codex' }),
    row('gemini', undefined, { label: 'Gemini CLI' }),
  ],
  models: [row('claude-opus-5', 51.2), row('gpt-6-sol', 10.05), row('local-7b', undefined)],
  days: daysOf(28).map((day, at) => row(day, (at * 7) % 11)),
  sessionRows: Array.from({ length: 20 }, (_, at) => ({
    ...row(`session-${String(at)}`, 3 - at * 0.1, { label: `Round the totals ${String(at)} 舍入` }),
    agent: 'Claude Code',
    activeAt: Date.UTC(2026, 10, 22, 9),
  })),
  activity: {
    days: daysOf(28).map((day, at) => ({ day, messages: (at * 13) % 40, sessions: 2 })),
    hours: Array.from({ length: 60 }, (_, at) => ({
      weekday: at % 7,
      hour: 8 + (at % 12),
      messages: 1 + ((at * 5) % 30),
    })),
  },
  files: [{ name: 'src/orders/totals.ts', count: 31, sessions: ['session-0', 'session-1'] }],
  commands: [{ name: 'npm test', count: 9, runs: 40, sessions: ['session-0'] }],
  interrupted: 4,
  compacted: 7,
  rewound: 2,
  longest: [{ session: 'session-3', title: 'Move to streams', text: '812 messages in 6.4 hours' }],
  health: [{ session: 'session-4', title: 'Fix the login', text: 'errors: 5 · repeated calls: 2' }],
  plans: [{ session: 'session-5', title: 'Release 2.0', text: 'Write the notes · Tag it' }],
  todos: [{ dialog: 'plan', text: 'Ship the teapot' }],
  dialogs: [
    { name: 'plan', messages: 240, maxMessages: 200, bytes: 90_000, maxBytes: 65_536, isOutside: true },
    { name: 'default', messages: 12, maxMessages: 200, bytes: 2_000, maxBytes: 65_536, isOutside: false },
  ],
  disk: [
    { label: 'Dialogs', bytes: 1_200_000, canGo: false },
    { label: 'Trash', bytes: 300_000, canGo: true },
  ],
};

const nothing: Omit<InsightPaneState, 'type' | 'resource' | 'locale' | 'strings'> = {
  project: 'shop',
  sessions: 0,
  untold: 0,
  pricesOf: '2026-11-20',
  unpricedModels: [],
  total: { requests: 0, unpriced: 0 },
  agents: [],
  models: [],
  days: [],
  sessionRows: [],
  activity: { days: [], hours: [] },
  files: [],
  commands: [],
  interrupted: 0,
  compacted: 0,
  rewound: 0,
  longest: [],
  health: [],
  plans: [],
  todos: [],
  dialogs: [],
  disk: [],
};

/** Stands in for the extension: keeps to the protocol, takes every filter over, notes every action. */
export class ScriptedInsight {
  readonly actions: InsightPaneAction[] = [];
  /** Messages that were no action of the protocol. */
  readonly refused: unknown[] = [];
  #figures: ScriptedFigures;
  readonly #post: Post;

  constructor(figures: ScriptedFigures, post: Post) {
    this.#figures = figures;
    this.#post = post;
  }

  async receive(message: unknown): Promise<void> {
    const action = parseInsightPaneAction(message);
    if (action === undefined) {
      this.refused.push(message);
      return;
    }
    this.actions.push(action);
    if (action.type === 'ready') await this.#post(this.#state());
    if (action.type === 'filter')
      await this.change({ resource: { folder: '/project', filter: action.filter } });
  }

  /** The actions after `ready`. */
  get later(): readonly InsightPaneAction[] {
    return this.actions.filter(({ type }) => type !== 'ready');
  }

  async change(changes: ScriptedFigures): Promise<void> {
    this.#figures = { ...this.#figures, ...changes };
    await this.#post(this.#state());
  }

  async fail(reason: string): Promise<void> {
    const { resource, locale, strings } = this.#state();
    const failure: InsightPaneFailure = { type: 'failure', resource, reason, locale, strings };
    await this.#post(failure);
  }

  #state(): InsightPaneState {
    return {
      type: 'state',
      resource: { folder: '/project', filter: { days: 30 } },
      ...nothing,
      locale: 'en',
      strings: insightPaneStrings,
      ...this.#figures,
    };
  }
}

/** Opens the pane on figures, in a page of its own, for the time of `use`. */
export function withInsightPane<T>(
  options: ScriptedFigures & PageOptions,
  use: (pane: PanePage & { readonly extension: ScriptedInsight }) => Promise<T>,
): Promise<T> {
  return withPanePage('insight', options, (post) => new ScriptedInsight(options, post), use);
}
