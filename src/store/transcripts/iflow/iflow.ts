import { join } from 'node:path';
import { claude } from '../claude/claudeAgent.ts';
import type { AgentTranscripts, FindTranscripts, Places } from '../shared/agent.ts';
import { cloneOf } from '../shared/clone.ts';
import { fieldsOf } from '../shared/fields.ts';
import { filesOf, foldersOf } from '../shared/places.ts';
import type { MessageRecord, StreamTranscript, ToolCall } from '../shared/types.ts';
import { all, oneByOne } from '../shared/whole.ts';

const projects = (places: Places): string => join(places.home, '.iflow', 'projects');

/**
 * `projects/<folder>/session-<id>.jsonl`: the lines tell the folder, the name does not surely: a project that moved
 * keeps its old one.
 */
const find: FindTranscripts = async function* (places) {
  for (const folder of await foldersOf(projects(places)))
    for (const path of await filesOf(folder, /^session-.*\.jsonl$/))
      yield { agent: 'iflow', path, unsure: true };
};

const clone = cloneOf(claude, {
  id: 'iflow',
  place: /\/\.iflow\/projects\/[^/]+\/session-[^/]+\.jsonl$/,
  find,
  watch: (places) => [projects(places)],
});

/** While an answer comes, iFlow writes it again and again, each time with the calls at work: each call counts once. */
const stream: StreamTranscript = async (open, source) => {
  const read = await clone.stream(open, source);
  return {
    ...read,
    messages: async function* () {
      yield* oneByOne(withCallsOnce(await all(read.messages())));
    },
  };
};

function withCallsOnce(messages: readonly MessageRecord[]): readonly MessageRecord[] {
  const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls);
  const answered = new Map(calls.filter(({ status }) => status !== 'pending').map((call) => [call.id, call]));
  const seen = new Set<string>();
  return messages.flatMap(({ toolCalls = [], ...message }) => {
    const own = toolCalls.filter(({ id }) => !seen.has(id) && seen.add(id));
    if (own.length === 0) return toolCalls.length > 0 && message.content === '' ? [] : [message];
    return [{ ...message, toolCalls: own.map((call) => withOutput(answered.get(call.id) ?? call)) }];
  });
}

/** Results are as Gemini CLI has them, from which iFlow comes. */
function withOutput(call: ToolCall): ToolCall {
  const { responseParts, functionResponse } = fieldsOf(call.result);
  const { response } = fieldsOf(fieldsOf(responseParts).functionResponse ?? functionResponse);
  const { output } = fieldsOf(response);
  return output === undefined ? call : { ...call, result: output };
}

/** iFlow CLI, which writes lines as Claude Code does; their form as of real sessions that others described. */
export const iflow: AgentTranscripts = { ...clone, stream };
