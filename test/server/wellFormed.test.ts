import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeId, withAgents, type Fixture } from './withAgents.ts';
import { offers } from './allOffers.ts';

const half = '\ud83d';
const torn = `The ${half} kettle \u202e is ${half}`;
const long = `${'😀'.repeat(20_000)}${half}`;

/** Reports half surrogate pairs in a value, and in JSON within it. */
function assertWellFormed(value: unknown, what: string): void {
  const json = JSON.stringify(value ?? null);
  assert.doesNotMatch(json, /(?<!\\)(?:\\\\)*\\ud[89a-f]/i, what);
  if (typeof value === 'string' && /^[[{]/.test(value)) assertWellFormed(jsonOrNothing(value), what);
  if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) assertWellFormed(one, what);
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Arguments for tools that read, by name. */
const args: Readonly<Record<string, object>> = {
  history_search: { query: 'kettle' },
  chat_context_load: { dialog: 'main', query: 'kettle', mode: 'full' },
  session_resume: { id: claudeId },
  history_file: { path: `${half}.ts` },
  retrieve_memory: { query: 'kettle' },
  recall_memory: { query: 'kettle today' },
  search_by_tag: { tags: 'kettle' },
};

async function fill({ ok, claude, root }: Fixture): Promise<string> {
  const path = claude(claudeId, [
    { id: 'u1', text: torn },
    { id: 'a1', by: 'assistant', text: long, tool: 'done' },
    { id: `u${half}`, text: `${long} kettle` },
  ]);
  const title = { type: 'custom-title', customTitle: torn, sessionId: claudeId };
  appendFileSync(path, `${JSON.stringify(title)}\n{"half":"\\ud83d`);
  const entries = [torn, long].map((text) => ({ role: 'user', text, meta: { [half]: half } }));
  await ok('history_save', { dialog: 'main', entries });
  await ok('history_set_summary', { dialog: 'main', summary: { todo: [torn], [half]: half } });
  await ok('chat_context_new', { dialog: 'main', title: torn });
  await ok('store_memory', { content: torn, tags: ['kettle', `a${half}`], metadata: { [half]: half } });
  await ok('archive_transcript', { sessionId: claudeId });
  writeFileSync(join(root, 'notes.jsonl'), `${JSON.stringify({ content: `cup ${half}` })}\n`);
  const { archives } = await ok('archive_list');
  return (archives as { name: string }[])[0]?.name ?? '';
}

describe('what the server says', () => {
  it('is well-formed Unicode in every reply, resource, prompt and completion', () =>
    withAgents(async (server) => {
      const { client } = server;
      const call = async (tool: string, given: object) => (await server.call(tool, { ...given })).texts;
      const name = await fill(server);
      for (const tool of offers.tools.filter(({ hints }) => hints.readOnly)) {
        const { required = [] } = tool.schema();
        const given = { ...args[tool.name], ...(required.includes('name') && { name }) };
        assertWellFormed(await call(tool.name, given), tool.name);
        assertWellFormed(await call(tool.name, { ...given, [half]: half }), tool.name);
      }
      for (const format of ['json', 'markdown', 'text'])
        assertWellFormed(await call('knowledge_export', { format }), format);
      assertWellFormed(await call('knowledge_import', { path: 'notes.jsonl' }), 'knowledge_import');
      for (const missing of [half, `x${half}y`]) {
        const error = await client.callTool({ name: missing }).catch(String);
        assertWellFormed(error, 'an unknown tool');
        assertWellFormed(await client.getPrompt({ name: missing }).catch(String), 'an unknown prompt');
      }
      const { resources } = await client.listResources();
      assert.ok(resources.length > 4);
      assertWellFormed(resources, 'the list of resources');
      for (const { uri } of resources) assertWellFormed(await client.readResource({ uri }), uri);
      for (const { name: prompt, arguments: own = [] } of (await client.listPrompts()).prompts) {
        const given = Object.fromEntries(own.map((one) => [one.name, one.required ? 'kettle' : '']));
        assertWellFormed(await client.getPrompt({ name: prompt, arguments: given }).catch(String), prompt);
        for (const { name: argument } of own) {
          const ref = { type: 'ref/prompt', name: prompt } as const;
          assertWellFormed(await client.complete({ ref, argument: { name: argument, value: '' } }), argument);
        }
      }
    }));
});
