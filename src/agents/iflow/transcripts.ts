import { join } from 'node:path';
import { claude } from '../claude/transcripts.ts';
import type { Places } from '../profile/machine.ts';
import type { AgentTranscripts, FindTranscripts } from '../reading/agent.ts';
import { cloneOf } from '../reading/clone.ts';
import { fieldsOf } from '../reading/fields.ts';
import { foldersOf, sessionFilesOf } from '../reading/places.ts';
import type { MessageRecord, StreamTranscript, ToolCall } from '../reading/types.ts';
import { all, oneByOne } from '../reading/whole.ts';
import { readForm } from '../reading/forms.ts';

const projects = (places: Places): string => join(places.home, '.iflow', 'projects');

/**
 * Finds `projects/<folder>/session-<id>.jsonl`. The working folder is read from the lines, as a moved project keeps its
 * old folder name.
 */
const find: FindTranscripts = async function* (places) {
  for (const folder of await foldersOf(projects(places)))
    for (const path of await sessionFilesOf(folder, /^session-.*\.jsonl$/))
      yield { agent: 'iflow', path, unsure: true };
};

const clone = cloneOf(claude, {
  id: 'iflow',
  pathPattern: /\/\.iflow\/projects\/[^/]+\/session-[^/]+\.jsonl$/,
  find,
  forms: [readForm('~/.iflow/projects/*/session-*.jsonl')],
  homes: (places) => [{ folder: projects(places), files: /\/session-[^/]+\.jsonl$/ }],
  watch: (places) => [projects(places)],
});

/** Streams a session; iFlow rewrites an answer while it arrives, repeating its calls, so each call counts once. */
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

/** Unwraps results, which have the form of Gemini CLI, iFlow's origin. */
function withOutput(call: ToolCall): ToolCall {
  const { responseParts, functionResponse } = fieldsOf(call.result);
  const { response } = fieldsOf(fieldsOf(responseParts).functionResponse ?? functionResponse);
  const { output } = fieldsOf(response);
  return output === undefined ? call : { ...call, result: output };
}

// What it writes later changes calls of earlier answers.
const { goOn: _, ...whole } = clone;

/** iFlow CLI, which writes lines like Claude Code's; form from published descriptions of real sessions. */
export const iflow: AgentTranscripts = { ...whole, stream };
