import { dirname, join } from 'node:path';
import { defined } from '../../base/defined.ts';
import type { JsonValue } from '../../base/json.ts';
import type { AgentTranscripts } from '../shared/agent.ts';
import { fieldsOf, objectOf, textOf } from '../shared/fields.ts';
import { chunksOf, JsonLines } from '../shared/lines.ts';
import { linesOf, overviewOf } from '../shared/whole.ts';
import { streamClaude } from './claude.ts';
import { claudeSessionsIndex, streamClaudeSession } from './claudeFiles.ts';
import { ClaudeIndex } from './claudeIndex.ts';
import { claudeCleanup, claudeFolderName, claudeProjects, findClaude } from './claudePlace.ts';
import { claudeTitle } from './claudeTitle.ts';

/** Claude Code. */
export const claude: AgentTranscripts = {
  id: 'claude',
  label: 'Claude Code',
  find: findClaude,
  recognise: isClaude,
  place: /\/projects\/[^/]+\/[^/]+\.jsonl$/,
  stream: streamClaudeSession,
  titleOf,
  // A rewound first prompt has another beginning beside it.
  telling: { title: /"type":\s*"(?:custom-title|ai-title|summary)"/, takesBack: /"parentUuid":\s*null/ },
  writesLines: true,
  retention: claudeCleanup,
  watch: (places, roots) => {
    const projects = claudeProjects(places);
    return [projects, ...roots.map((root) => join(projects, claudeFolderName(root)))];
  },
};

function isClaude(record: JsonValue): boolean {
  const { type, message, isSidechain, uuid, leafUuid } = fieldsOf(record);
  // Exports and other programs write no more of a line than this.
  if (type === 'user' || type === 'assistant') return objectOf(message)?.content !== undefined;
  if (type === 'summary') return textOf(leafUuid) !== undefined;
  return standalone.has(textOf(type) ?? '') || (textOf(uuid) !== undefined && isSidechain !== undefined);
}

/** Lines that are no links of the conversation. */
const standalone: ReadonlySet<string> = new Set([
  'custom-title',
  'ai-title',
  'file-history-snapshot',
  'queue-operation',
  'last-prompt',
]);

/** The newest lines lead back through what is missing between head and tail: so the first prompt comes from the head alone. */
async function titleOf(...[ends, source, readOnce]: Parameters<AgentTranscripts['titleOf']>) {
  const sessionsIndex = await readOnce(join(dirname(source.path), claudeSessionsIndex));
  const begun = await overviewOf(await streamClaude(() => chunksOf(ends.head), source, { sessionsIndex }));
  if (ends.tail === '') return begun;
  const index = new ClaudeIndex();
  for await (const line of new JsonLines(linesOf(ends))) index.add(line);
  const { facts } = index;
  const { sessionId, startTime, title: prompt } = begun;
  return {
    ...begun,
    title: claudeTitle(facts, { sessionId, startTime, sessionsIndex, prompt }),
    lastUpdated: facts.lastUpdated ?? begun.lastUpdated,
    ...defined({ gitBranch: facts.gitBranch }),
  };
}
