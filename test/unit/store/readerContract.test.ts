import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { transcripts } from '../../../src/agents/readTranscript.ts';
import { readRecords } from '../../../src/agents/gemini/gemini.ts';
import { readerOf } from '../../../src/agents/reading/agent.ts';
import { agentTranscripts } from '../../../src/agents/transcripts.ts';
import { collect } from '../../../src/agents/reading/whole.ts';
import { agents } from '../../../src/agents/agents.ts';
import type { SessionRecord, Agent } from '../../../src/agents/reading/types.ts';
import { chat, claude, cline, clineSession, codex, copilot, gemini, iso, when } from './machine.ts';
import { plainAgents, plainForm } from './plainAgents.ts';
import { jsonLines, pieces } from './reading.ts';
import { storedForms, storedLines } from './storedAgents.ts';
import { withStore } from './withStore.ts';

const cwd = '/code/shop';
const pretty = (value: unknown) => JSON.stringify(value, null, 1);
/** A file of each form that an agent's transcripts have, in which the person says `text`. */
const forms: Readonly<Partial<Record<Agent, (text: string) => readonly string[]>>> = {
  claude: (text) => [jsonLines([claude(cwd, text)])],
  codex: (text) => [jsonLines(codex(cwd, text))],
  gemini: (text) => [
    jsonLines(gemini(text)),
    pretty({
      sessionId: 'g1',
      projectHash: 'ab',
      startTime: iso(0),
      lastUpdated: iso(0),
      messages: [{ id: 'm1', timestamp: iso(3), type: 'user', content: text }],
    }),
  ],
  vscode: (text) => [
    jsonLines(chat(text)),
    pretty({
      version: 3,
      creationDate: when,
      sessionId: 'v1',
      requests: [{ requestId: 'r1', timestamp: when, message: { text }, response: [{ value: 'ok' }] }],
    }),
  ],
  copilot: (text) => [jsonLines(copilot(text, { vscodeVersion: '1.139.0' }))],
  'copilot-cli': (text) => [jsonLines(copilot(text, { context: { cwd } }))],
  cline: (text) => [cline(text), pretty(JSON.parse(cline(text))), clineSession(text)],
};
/** Every agent has one: no reader is left out. */
function formsOf(agent: Agent, text: string): readonly string[] {
  const written = plainAgents[agent];
  const inFiles = forms[agent]?.(text) ?? (written ? plainForm(written)(text) : []);
  const inDatabases = storedForms
    .filter((form) => form.agent === agent)
    .map((form) => storedLines(form, text));
  assert.ok(inFiles.length + inDatabases.length > 0, `a form of ${agent}`);
  return [...inFiles, ...inDatabases];
}

const source = { path: '/transcripts/some-session.jsonl', mtimeMs: when };
const cases = agents.flatMap((agent) =>
  formsOf(agent, 'Fix 登录 🙂 of the shop').map((text, n) => ({ agent, n, bytes: Buffer.from(text) })),
);

describe('every reader of transcripts', () => {
  for (const { agent, n, bytes } of cases)
    it(`reads ${agent}, form ${n + 1}, from memory that is used again, in pieces of any size`, async () => {
      const read = async (open: () => AsyncIterable<Uint8Array>) =>
        collect(await readerOf(agentTranscripts, agent).stream(open, source));
      const whole = await read(() => pieces(bytes, []));
      assert.ok(said(whole).includes('Fix 登录 🙂 of the shop'));
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: bytes.length }), async (size) => {
          assert.deepEqual(await read(() => pieces(bytes, cutsOf(bytes, size))), whole);
        }),
        { numRuns: 40, examples: [[1], [7]] },
      );
    });

  it('reads recordings so, too', async () => {
    const bytes = Buffer.from(jsonLines(gemini('Hello')));
    for (const size of [1, 7, 64]) {
      const session = await readRecords(pieces(bytes, cutsOf(bytes, size)), source, { source: 'history' });
      assert.deepEqual(said(session), ['Hello']);
    }
  });

  it('archives files that are longer than what is read at once', () =>
    withStore(async ({ store, root }) => {
      for (const agent of agents)
        for (const [n, text] of formsOf(agent, `${agent} ${'long '.repeat(80_000)}`).entries()) {
          const path = join(root, inPlace[agent] ?? `${agent}-${n}.jsonl`);
          await fs.mkdir(dirname(path), { recursive: true });
          await fs.writeFile(path, text.replace(/"(s1|x1|g1|v1|c1)"/g, `"${agent}-${n}"`));
          const outcome = await store.archives.archive(transcripts.archivable(path));
          assert.equal(outcome.state, 'archived', path);
        }
    }));
});

/** Where agents that write text without records keep it. */
const inPlace: Readonly<Partial<Record<Agent, string>>> = {
  aider: '.aider.chat.history.md',
  specstory: '.specstory/history/long.md',
};

const cutsOf = (bytes: Uint8Array, size: number): number[] =>
  Array.from({ length: Math.floor(bytes.length / size) }, (_, n) => (n + 1) * size);

const said = ({ messages }: Pick<SessionRecord, 'messages'>): string[] =>
  messages.map(({ content }) => (typeof content === 'string' ? content : ''));
