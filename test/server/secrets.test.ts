import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { makeSecrets, spilledBelow, spilledIn } from '../unit/store/secrets/spilled.ts';
import { claudeId, withAgents } from './withAgents.ts';

/** Of each tool what it is called with; a tool that is not here fails the test. Names of text take text with secrets. */
const calls = (text: string): Record<string, Record<string, unknown>> => ({
  history_save: { dialog: 'd', entries: [{ role: 'user', text, meta: { a: text } }] },
  history_set_summary: { dialog: 'd', summary: { facts: [text], path: text } },
  memory_store: { content: text, tags: ['a'], metadata: { file: text } },
  chat_context_new: { dialog: 'd', title: text.slice(0, 90) },
  session_record: { messages: [{ type: 'user', content: text }] },
  archive_transcript: { sessionId: claudeId },
  session_resume: { session: claudeId },
  session_start: { resume: claudeId },
  history_search: { query: 'deploy thanks' },
  memory_search: { query: text },
  chat_context_summarize: { contextId: 'none', summary: text },
  knowledge_export: { path: 'memories.json' },
  knowledge_import: { path: 'memories.json' },
});

describe('secrets over MCP', () => {
  it('reach no file, no reply and no log, whatever the tool', () =>
    withAgents(async ({ client, call, claude, root, folder, errors }) => {
      mkdirSync(folder, { recursive: true });
      const secrets = makeSecrets(root);
      claude(claudeId, [
        { id: 'u1', text: `first ${secrets.text}` },
        { id: 'a1', by: 'assistant', text: `answer ${secrets.text}` },
      ]);
      const { tools } = await client.listTools();
      const known = calls(secrets.text);
      const spilled: string[] = [];
      let told = 0;
      const names = [...new Set([...Object.keys(known), ...tools.map(({ name }) => name)])];
      for (const name of names) {
        const required = tools.find((tool) => tool.name === name)?.inputSchema.required ?? [];
        const args = known[name] ?? Object.fromEntries(required.map((key) => [key, secrets.text]));
        const reply = await call(name, args);
        // A refusal may say what it was asked for, to whoever asked.
        if (!reply.isError) spilled.push(...spilledIn(name, reply.texts, secrets));
        if (reply.texts.some((text) => /^\d+ secrets? masked\.$/.test(text))) told++;
        spilled.push(...spilledBelow(folder, secrets).map((where) => `after ${name}: ${where}`));
      }
      assert.deepEqual(spilled, []);
      assert.deepEqual(
        spilledIn('the log', errors(), { ...secrets, secrets: secrets.secrets.slice(0, 1) }),
        [],
      );
      assert.ok(told >= 6, `${told} replies tell`);
    }));
});
