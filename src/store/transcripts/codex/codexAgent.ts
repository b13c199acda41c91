import { join } from 'node:path';
import { defined, type JsonValue } from '../../base/core.ts';
import type { AgentTranscripts, FoundTranscript, Places } from '../shared/agent.ts';
import { fieldsOf, objectOf, textOf } from '../shared/fields.ts';
import { chunksOf, JsonLines } from '../shared/lines.ts';
import { filesOf, foldersOf, homeOf } from '../shared/places.ts';
import { titleOfPrompt } from '../shared/titles.ts';
import type { Agent } from '../shared/types.ts';
import { linesOf, overviewOf } from '../shared/whole.ts';
import { codexIndexOf, streamCodex } from './codex.ts';

/** OpenAI Codex. */
export const codex: AgentTranscripts = {
  id: 'codex',
  label: 'Codex',
  find: (places) => codexSessions('codex', codexHome(places)),
  recognise: isCodex,
  place: /\/rollout-[^/]+\.jsonl$/,
  stream: streamCodex,
  titleOf,
  telling: { title: /"thread_name_updated"/, takesBack: /"thread_rolled_back"/ },
  writesLines: true,
  watch: (places, _, now) => codexWatched(codexHome(places), now),
};

const codexHome = (places: Places): string => homeOf(places, 'CODEX_HOME', '.codex');

/** `sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl` in the home of Codex, or of a clone, of all folders together. */
export async function* codexSessions(agent: Agent, home: string): AsyncGenerator<FoundTranscript> {
  const days: string[] = [];
  for (const year of await foldersOf(join(home, 'sessions')))
    for (const month of await foldersOf(year)) days.push(...(await foldersOf(month)));
  for (const folder of [...days, join(home, 'archived_sessions')])
    for (const path of await filesOf(folder, /^rollout-.*\.jsonl$/)) yield { agent, path, unsure: true };
}

/** Where sessions show today in the home of Codex, or of a clone. */
export const codexWatched = (home: string, now: number): readonly string[] => [
  join(home, 'sessions', ...dayParts(now)),
];

/** Year, month and day on this machine, as folders are named. */
function dayParts(now: number): string[] {
  const day = new Date(now);
  const two = (value: number): string => String(value).padStart(2, '0');
  return [String(day.getFullYear()), two(day.getMonth() + 1), two(day.getDate())];
}

const codexTypes: ReadonlySet<string> = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
]);

function isCodex(record: JsonValue): boolean {
  const { type, payload } = fieldsOf(record);
  return objectOf(payload) !== undefined && codexTypes.has(textOf(type) ?? '');
}

async function titleOf(...[ends, source]: Parameters<AgentTranscripts['titleOf']>) {
  const begun = await overviewOf(await streamCodex(() => chunksOf(ends.head), source));
  if (ends.tail === '') return begun;
  const { facts } = await codexIndexOf(new JsonLines(linesOf(ends)));
  const { lastUpdated = begun.lastUpdated, title } = facts;
  return { ...begun, lastUpdated, ...defined({ title: titleOfPrompt(title ?? '') ?? begun.title }) };
}
