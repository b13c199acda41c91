import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { makeSecrets, piecesIn, spilledBelow, spilledIn } from '../unit/store/secrets/spilled.ts';
import { githubToken } from '../unit/store/secrets/tokens.ts';
import { claudeId, withAgents } from './withAgents.ts';
import { withFolder, withServer, type ServerUnderTest } from './withServer.ts';

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

/** With a server that logs all it can, and knows no agents. */
const withVerboseServer = (run: (server: ServerUnderTest) => Promise<void>) =>
  withFolder(async (home) => withServer(run, { env: { HOME: home, USERPROFILE: home, LOG_LEVEL: 'DEBUG' } }));

describe('secrets over MCP', () => {
  it('never reach the log, not even in part, when any argument of any tool is wrong', () =>
    withVerboseServer(async ({ client, call, errors }) => {
      const secret = githubToken();
      const { tools } = await client.listTools();
      let refused = 0;
      for (const [n, text] of [`${secret} `.repeat(200), `${'x '.repeat(25)}${secret}`, secret].entries()) {
        for (const { name, inputSchema } of tools)
          for (const key of [...Object.keys(inputSchema.properties ?? {}), text]) {
            const required = Object.fromEntries((inputSchema.required ?? []).map((one) => [one, 'x']));
            if ((await call(name, { ...required, [key]: key === text ? 1 : text })).isError) refused++;
          }
        await call(text, {}).catch(() => refused++);
        await client.getPrompt({ name: text }).catch(() => refused++);
        const uri = `history://dialogs/${n}${encodeURIComponent(text)}`;
        await client.readResource({ uri }).catch(() => refused++);
      }
      assert.ok(refused > 100, `${refused} were refused`);
      const log = errors();
      assert.match(log, /was refused/);
      assert.deepEqual(piecesIn('the log', log, secret), []);
    }));

  it('never reach a file, a reply or the log through any tool', () =>
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
