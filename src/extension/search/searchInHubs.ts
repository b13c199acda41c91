import { l10n } from 'vscode';
import type { Clock } from '../../store/base/context.ts';
import { defined, StoreError } from '../../store/base/core.ts';
import type { RecordKind } from '../../store/hub/types.ts';
import type { SourceKind } from '../../store/search/types.ts';
import type { Project } from '../base/project.ts';
import { hubErrorText, readableHubError } from '../hub/hubText.ts';
import { findInHub, type AskedHubs, type HubFinding, type HubFindings } from '../hub/hubFindings.ts';
import type { HubFinder, WantedHits } from './liveSearch.ts';
import { kindInHub } from './searchItems.ts';
import type { Findings, FoundInProject } from './findEverywhere.ts';

/** The most a hub gives. */
const mostInHub = 100;

interface Wanted extends WantedHits {
  readonly signal: AbortSignal;
}

/** Searches in hubs: each is asked one thing at a time, and what nobody waits for any more is not asked. */
export class SearchInHubs implements HubFinder {
  readonly #hubs: AskedHubs;
  readonly #clock: Clock;
  readonly #turns = new Map<Project, Promise<unknown>>();

  constructor(hubs: AskedHubs, clock: Clock) {
    this.#hubs = hubs;
    this.#clock = clock;
  }

  /** Of all projects that have one. A hub that does not answer is named where another one does; else its error is thrown. */
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
      ...{ findings: findings.map(foundInHub), total: findings.length, pending: 0 },
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
      await before?.catch(() => undefined); // whoever asked was told
      signal.throwIfAborted();
      const when = { now: this.#clock.now(), zone: 'local' as const };
      return findInHub(this.#hubs, project, { query, limit, when });
    })();
    this.#turns.set(project, mine);
    return mine;
  }
}

/** What is wrong with the query is told as such. */
const readable = (error: Error): unknown =>
  error instanceof StoreError && error.code === 'invalid_argument' ? error : readableHubError(error);

/** That there is no hub to search in. */
export const noHub = (): StoreError =>
  new StoreError('not_found', l10n.t('No hub is set up for this folder.'), { hub: 'none' });

/** Whether an error is that there is no hub. */
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

/** What was found in a hub as a result among others. No reference leads to it. */
function foundInHub({ project, hit, isMine }: HubFinding): FoundInProject {
  const { owner, kind, id, time: ts, dialog, session, role, headline: snippet, ranges, meant } = hit;
  const title = (dialog ?? session?.title ?? '') || kindInHub(kind);
  return {
    project,
    inHub: { owner, kind, id, isMine, ...defined({ session }) },
    hit: {
      ...{ source: sources[kind], name: dialog ?? id, title, role, ts, id },
      ...defined({ dialog, meant }),
      ...{ snippet, ranges, words: wordsIn(snippet, ranges) },
      ...{ position: 0, score: 0, reference: '' },
    },
  };
}

const wordsIn = (text: string, ranges: readonly (readonly [number, number])[]): readonly string[] => [
  ...new Set(ranges.map(([from, to]) => text.slice(from, to))),
];

const toError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
