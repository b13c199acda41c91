import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { briefFactsOf, type BriefFacts } from '../../../src/insight/brief/briefFacts.ts';
import { factsOf, factsOfEnd } from '../../../src/history/facts/sessionFacts.ts';
import { plainSecrets } from '../../../src/disk/secrets/secrets.ts';
import { readTranscript, transcripts } from '../../../src/agents/readTranscript.ts';
import { fieldsOf, listOf } from '../../../src/agents/reading/fields.ts';
import { parseJson } from '../../../src/agents/reading/lines.ts';
import { forms } from '../../bench/brief/forms.ts';
import type { Did } from '../../bench/brief/scripted.ts';

const id = '550e8400-e29b-41d4-a716-446655440000';
const cwd = '/home/dev/shop';

/** Lines of Gemini CLI, of which a later one may replace an earlier one. */
const geminiLines = (did: readonly Did[]): string => {
  const [[, whole] = ['', '{}']] = forms.gemini(did, id);
  const { messages, ...head } = fieldsOf(parseJson(whole));
  return [head, ...listOf(messages)].map((record) => `${JSON.stringify(record)}\n`).join('');
};

const transcriptsOf: Readonly<
  Record<string, (did: readonly Did[]) => readonly [name: string, text: string]>
> = {
  'Claude Code': (did) => first(forms.claude(did, id)),
  Codex: (did) => first(forms.codex(did, id)),
  'Copilot CLI': (did) => ['session-state/one/events.jsonl', first(forms.copilot(did, id))[1]],
  'Gemini CLI': (did) => ['chats/session-2026-02-05T08-00-1.jsonl', geminiLines(did)],
};

function first<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined) throw new Error('nothing was written');
  return one;
}

/** A session of so many requests, each followed by calls with much output, the last one by so many more. */
function talk(requests: number, more: number): Did[] {
  const step = (n: number): Did[] => [
    { kind: 'edited', path: `src/file${n % 30}.ts`, how: 'edit' },
    { kind: 'ran', line: 'npm test', of: 'npm test', failed: n % 3 === 0, output: `run ${n} `.repeat(2_000) },
  ];
  return Array.from({ length: requests }, (_, n): Did[] => [
    { kind: 'asked', text: `Request ${n}: round the totals of file ${n} to the cent` },
    ...step(n),
    ...(n === requests - 1 ? Array.from({ length: more }, (_, k) => step(n + k)).flat() : []),
  ]).flat();
}

const timesOf = ({ requests, commands, files }: BriefFacts) => ({
  requests: requests.slice(-3).map(({ text, time }) => `${time} ${text}`),
  commands: commands.map(({ kinds, outcome, time }) => `${time} ${kinds.join(' ')} ${outcome}`),
  file: basename(files.at(-1)?.path ?? ''),
});

async function withFile(agent: string, did: readonly Did[], test: (path: string) => Promise<void>) {
  const folder = await fs.mkdtemp(join(tmpdir(), 'last-'));
  try {
    const [name, text] = transcriptsOf[agent]?.(did) ?? ['', ''];
    const path = join(folder, name);
    await fs.mkdir(dirname(path), { recursive: true });
    await fs.writeFile(path, text);
    await test(path);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

describe('what was said last, from the end of a transcript', () => {
  for (const agent of Object.keys(transcriptsOf))
    for (const [what, did] of [
      ['many requests', talk(60, 0)],
      ['much work upon the last request', talk(5, 60)],
    ] as const)
      it(`of ${agent} tells of ${what} what the whole tells`, () =>
        withFile(agent, did, async (path) => {
          const { size } = await fs.stat(path);
          assert.ok(size > 800_000, String(size));
          const messages = await transcripts.lastSaid(
            { agent: await transcripts.agentOf(path), path },
            plainSecrets,
          );
          assert.ok(messages);
          const whole = timesOf(briefFactsOf(factsOf(await readTranscript(path))));
          const told = briefFactsOf(factsOfEnd(messages, cwd));
          assert.deepEqual(timesOf(told), whole);
          for (const { time, entry } of [...told.requests, ...told.files, ...told.commands])
            assert.equal(entry, Date.parse(time), 'references name messages by their times');
        }));

  it('is nothing where nobody asks, and where a transcript is no lines', async () => {
    await withFile('Claude Code', talk(0, 0), async (path) => {
      await fs.writeFile(
        path,
        `${JSON.stringify({ type: 'custom-title', customTitle: 'x', sessionId: id })}\n`,
      );
      assert.equal(await transcripts.lastSaid({ agent: 'claude', path }, plainSecrets), undefined);
    });
    await withFile('Claude Code', talk(0, 0), async (path) => {
      await fs.writeFile(path, first(forms.cline(talk(40, 0), id))[1]);
      assert.equal(await transcripts.lastSaid({ agent: 'cline', path }, plainSecrets), undefined);
    });
  });
});
