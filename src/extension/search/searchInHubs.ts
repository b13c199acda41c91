import { shownLanguage } from '../base/settings.ts';
import { l10n } from 'vscode';
import type { Clock } from '../../disk/base/context.ts';
import { defined, StoreError } from '../../disk/base/core.ts';
import type { SourceKind } from '../../find/search/types.ts';
import type { Project } from '../base/project.ts';
import { hubErrorText, readableHubError } from '../hub/hubText.ts';
import type { RecordKind } from '../hub/hubTypes.ts';
import { findInHub, type AskedHubs, type HubFinding, type HubFindings } from '../hub/hubFindings.ts';
import type { HubFinder, WantedHits } from './liveSearch.ts';
import { kindInHub } from './searchItems.ts';
import type { Findings, FoundInProject } from './findEverywhere.ts';

/** Maximum number of hits a hub returns. */
const mostInHub = 100;

interface Wanted extends WantedHits {
  readonly signal: AbortSignal;
}

/** Searches hubs, with one query at a time each, skipping obsolete ones. */
export class SearchInHubs implements HubFinder {
  readonly #hubs: AskedHubs;
  readonly #clock: Clock;
  readonly #turns = new Map<Project, Promise<unknown>>();

  constructor(hubs: AskedHubs, clock: Clock) {
    this.#hubs = hubs;
    this.#clock = clock;
  }

  /**
   * Searches the hubs of all projects. If only some respond, the others are named; if none does, the error is thrown.
   */
  async find({ query, limit, signal }: Wanted): Promise<Findings> {
    const { used } = this.#hubs;
    if (used.length === 0) throw noHub();
    const wanted = { query, limit: Math.min(limit, mostInHub), signal };
    const answers = await Promise.allSettled(used.map((project) => this.#inTurn(project, wanted)));
    const failed = answers.flatMap((answer, n) =>
      answer.status === 'rejected' ? [{ error: toError(answer.reason), project: used[n] }] : [],
    );
    if (failed.length === answers.length && failed[0]) throw readable(failed[0].error);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    const findings = found.flatMap((each) => each.findings);
    return {
      findings: findings.map(foundInHub),
      total: findings.length,
      related: 0,
      pending: 0,
      more: limit < mostInHub && found.some((each) => each.findings.length >= limit),
      notes: [
        ...failed.map(({ error, project }) => `${project?.name ?? ''}: ${hubErrorText(error)}`),
        ...new Set(found.flatMap(({ notes }) => notes)),
      ],
    };
  }

  async #inTurn(project: Project, { query, limit, signal }: Wanted): Promise<HubFindings> {
    const before = this.#turns.get(project);
    const mine = (async () => {
      await before?.catch(() => undefined); // its caller received the error
      signal.throwIfAborted();
      const when = { now: this.#clock.now(), zone: 'local' as const };
      return findInHub(this.#hubs, project, { query, limit, when, language: shownLanguage() });
    })();
    this.#turns.set(project, mine);
    return mine;
  }
}

/** Leaves errors in the query unchanged. */
const readable = (error: Error): unknown =>
  error instanceof StoreError && error.code === 'invalid_argument' ? error : readableHubError(error);

/** Creates the error that there is no hub to search. */
export const noHub = (): StoreError =>
  new StoreError('not_found', l10n.t('No hub is set up for this folder.'), { hub: 'none' });

/** Reports whether an error says that there is no hub. */
export const isNoHub = (error: unknown): boolean => error instanceof StoreError && error.data.hub === 'none';

const sources: Readonly<Record<RecordKind, SourceKind>> = {
  message: 'dialogs',
  summary: 'dialogs',
  memory: 'memories',
  context: 'contexts',
  archive: 'archives',
  session: 'sessions',
  shared: 'shared',
};

/** Converts a hub's hit to a result like others. No reference leads to it. */
function foundInHub({ project, hit, isMine }: HubFinding): FoundInProject {
  const { owner, kind, id, time: ts, dialog, session, role, headline: snippet, ranges, meant } = hit;
  const title = (dialog ?? session?.title ?? '') || kindInHub(kind);
  return {
    project,
    inHub: { owner, kind, id, isMine, ...defined({ session }) },
    hit: {
      source: sources[kind],
      name: dialog ?? id,
      title,
      role,
      ts,
      id,
      ...defined({ dialog, meant }),
      snippet,
      ranges,
      words: wordsIn(snippet, ranges),
      position: 0,
      score: 0,
      reference: '',
    },
  };
}

const wordsIn = (text: string, ranges: readonly (readonly [number, number])[]): readonly string[] => [
  ...new Set(ranges.map(([from, to]) => text.slice(from, to))),
];

const toError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
