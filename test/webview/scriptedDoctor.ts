import {
  parseDoctorPaneAction,
  type DoctorPaneAction,
  type DoctorPaneFailure,
  type DoctorPaneState,
  type PaneCheck,
  type PaneFinding,
  type PaneFindingName,
} from '../../src/protocol/doctorPane.ts';
import { doctorPaneStrings } from '../../src/protocol/doctorPaneStrings.ts';
import { withPanePage, type PageOptions, type PanePage, type Post } from './panePage.ts';

export type ScriptedReport = Partial<Omit<DoctorPaneState, 'type' | 'resource'>>;

const finding = (check: string, more: Partial<PaneFinding>): PaneFinding => ({
  check,
  id: `${check}.fine`,
  subject: '',
  level: 'ok',
  text: 'It can be read and written.',
  ...more,
});

const check = (id: string, title: string, ...findings: readonly Partial<PaneFinding>[]): PaneCheck => {
  const all = findings.map((each) => finding(id, each));
  const level = (['problem', 'note'] as const).find((wanted) => all.some((each) => each.level === wanted));
  return { id, title, level: level ?? 'ok', findings: all };
};

export const damaged: Partial<PaneFinding> = {
  id: 'file.damaged',
  subject: 'plan/messages.json',
  level: 'problem',
  text: 'plan/messages.json is damaged: not valid JSON: Unexpected end of JSON input.',
  repair: 'Puts it aside with all its bytes.',
  place: 'plan/messages.json',
};

export const deadLock: Partial<PaneFinding> = {
  id: 'lock.dead',
  subject: 'plan',
  level: 'note',
  text: 'A lock is held by a program that has ended.',
  repair: 'Releases it.',
};

export const broken: readonly PaneCheck[] = [
  check('history', 'History', {}),
  check('files', 'Files', damaged),
  check('locks', 'Locks', deadLock),
  check('agents', 'Agents', {
    id: 'agent.vanished',
    subject: 'codex',
    level: 'problem',
    text: 'The entry of Codex starts /opt/gone/mcp-history-store, which does not exist.',
  }),
];

const healthy: readonly PaneCheck[] = broken.map(({ id, title }) => check(id, title, {}));

/** Stands in for the extension: keeps to the protocol, repairs by taking findings away, notes every action. */
export class ScriptedDoctor {
  readonly actions: DoctorPaneAction[] = [];
  /** Messages that were no action of the protocol. */
  readonly refused: unknown[] = [];
  #report: ScriptedReport;
  readonly #post: Post;

  constructor(report: ScriptedReport, post: Post) {
    this.#report = report;
    this.#post = post;
  }

  async receive(message: unknown): Promise<void> {
    const action = parseDoctorPaneAction(message);
    if (action === undefined) {
      this.refused.push(message);
      return;
    }
    this.actions.push(action);
    if (action.type === 'ready') await this.#post(this.#state());
    if (action.type === 'repair') await this.repaired(action.finding);
    if (action.type === 'command' && action.command === 'repairAll')
      await this.change({ checks: healthy, repairs: [] });
  }

  /** The actions after `ready`. */
  get later(): readonly DoctorPaneAction[] {
    return this.actions.filter(({ type }) => type !== 'ready');
  }

  async change(changes: ScriptedReport): Promise<void> {
    this.#report = { ...this.#report, ...changes };
    await this.#post(this.#state());
  }

  /** A finding is gone, and what came of it is told. */
  async repaired(name: PaneFindingName, text = 'It was put aside.'): Promise<void> {
    const { checks, repairs } = this.#state();
    const [old] = healthy;
    const left = checks.map((each) =>
      each.findings.some(({ id, subject }) => id === name.id && subject === name.subject)
        ? { ...each, level: 'ok' as const, findings: old?.findings ?? [] }
        : each,
    );
    await this.change({ checks: left, repairs: [{ ...name, done: true, text }, ...repairs] });
  }

  async fail(reason: string): Promise<void> {
    const { resource, locale, strings } = this.#state();
    const failure: DoctorPaneFailure = { type: 'failure', resource, reason, locale, strings };
    await this.#post(failure);
  }

  #state(): DoctorPaneState {
    return {
      type: 'state',
      resource: { folder: '/project' },
      project: 'shop',
      version: '1.2.3',
      checks: healthy,
      repairing: false,
      repairs: [],
      due: 0,
      unconnected: [],
      examinedAt: Date.UTC(2026, 1, 5, 9),
      locale: 'en',
      strings: doctorPaneStrings,
      ...this.#report,
    };
  }
}

/** Opens the pane on a report, in a page of its own, for the time of `use`. */
export function withDoctorPane<T>(
  options: ScriptedReport & PageOptions,
  use: (pane: PanePage & { readonly extension: ScriptedDoctor }) => Promise<T>,
): Promise<T> {
  return withPanePage('doctor', options, (post) => new ScriptedDoctor(options, post), use);
}
