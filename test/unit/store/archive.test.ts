import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { transcripts } from '../../../src/agents/readTranscript.ts';
import type { ArchiveInfo, ArchiveOptions, Transcript } from '../../../src/history/archive/types.ts';
import { StoreError } from '../../../src/disk/base/core.ts';
import type { MessageRecord } from '../../../src/agents/reading/types.ts';
import type { Store } from '../../../src/store/types.ts';
import { programOf } from '../../program.ts';
import { claudeLines, claudeTranscript, type Line } from './transcriptOf.ts';
import { tree, withStore } from './withStore.ts';

const one = '550e8400-e29b-41d4-a716-446655440000';
const two = '660e8400-e29b-41d4-a716-446655440000';
const conversations = '.chat-history/.conversations';
const hello: Line[] = [
  { id: 'u1', text: 'Hello' },
  { id: 'a1', text: 'Hi', by: 'assistant', tool: 'done' },
];

async function archived(
  store: Store,
  ...args: Parameters<Store['archives']['archive']>
): Promise<ArchiveInfo> {
  const outcome = await store.archives.archive(...args);
  if (outcome.state !== 'archived') throw new Error('nothing was archived');
  return outcome.archive;
}

const files = async (root: string) => Object.keys(await tree(join(root, conversations))).sort();
const texts = async (store: Store, name: string) =>
  (await store.archives.read(name)).messages.map(({ text, compaction }) => compaction?.summary ?? text);

describe('archive', () => {
  it('writes a transcript as Markdown that a person reads, and keeps its bytes', () =>
    withStore(async ({ store, root }) => {
      const lines: Line[] = [
        ...hello,
        { id: 'c1', text: '', summary: 'We said hello.' },
        { id: 'u2', text: '# Go\non' },
      ];
      const transcript = await claudeTranscript(root, one, lines);
      const { name } = await archived(store, transcript, {
        event: 'PreCompact',
        trigger: 'auto',
        time: 'utc',
      });
      assert.equal(name, '2026-02-05-fix-the-login-550e8400');
      const found = await tree(join(root, conversations));
      assert.deepEqual(Object.keys(found).sort(), [`${name}.md`, 'log.jsonl', `raw/${name}.jsonl.gz`]);
      const copy = await fs.readFile(join(root, conversations, `raw/${name}.jsonl.gz`));
      assert.deepEqual(gunzipSync(copy), await fs.readFile(transcript.path));
      const golden = join(__dirname, 'archive.golden.txt');
      assert.equal(found[`${name}.md`], await fs.readFile(golden, 'utf8'));
    }));

  it('calls the agent what it is told, with local times, and reads both back', () =>
    withStore(async ({ store, root }) => {
      const zone = process.env.TZ;
      process.env.TZ = 'Asia/Kolkata';
      try {
        const transcript = await claudeTranscript(root, one, hello);
        const { name, assistantName } = await archived(store, transcript, { assistantName: 'Andy ## 1' });
        assert.equal(assistantName, 'Andy ## 1');
        const markdown = (await tree(join(root, conversations)))[`${name}.md`] ?? '';
        assert.match(markdown, /\n## User · 2026-02-05 17:30:00 \+05:30\n/);
        assert.match(markdown, /\n## Andy ## 1 · 2026-02-05 17:30:01 \+05:30\n/);
        const { archive, messages } = await store.archives.read(name);
        assert.equal(archive.assistantName, 'Andy ## 1');
        assert.deepEqual(
          messages.map(({ timestamp }) => timestamp),
          ['2026-02-05T12:00:00.000Z', '2026-02-05T12:00:01.000Z'],
        );
      } finally {
        if (zone === undefined) Reflect.deleteProperty(process.env, 'TZ');
        else process.env.TZ = zone;
      }
    }));

  it('fails where no message of a file can be read, and says so', () =>
    withStore(async ({ store, root }) => {
      const transcript = await claudeTranscript(root, one, hello);
      await fs.writeFile(transcript.path, '{"torn":"la\nnot json\n');
      const refused = { code: 'damaged', message: /No message of .*2 of its records are damaged/ };
      await assert.rejects(store.archives.archive(transcript, { event: 'PreCompact' }), refused);
      await assert.rejects(store.archives.archive(transcript, { compactSummary: 'We said hello.' }), refused);
      assert.deepEqual(await files(root), ['log.jsonl']);
      const { entries } = await store.archives.log();
      assert.match(entries[0]?.error?.message ?? '', /No message of/);
    }));

  it('takes the session from whoever names a transcript that does not', () =>
    withStore(async ({ store, root }) => {
      const path = join(root, 'transcript.jsonl');
      const line = (type: string, content: string) => JSON.stringify({ type, message: { content } });
      await fs.writeFile(path, [line('user', 'Hello'), line('assistant', 'Hi')].join('\n'));
      const archive = await archived(store, transcripts.archivable(path), { session: one });
      assert.deepEqual([archive.session, archive.agent, archive.messages], [one, 'claude', 2]);
      const named = await claudeTranscript(root, two, hello);
      assert.equal((await archived(store, named, { session: one })).session, two);
    }));

  it('archives what can be read beside damage, and an empty session as nothing new', () =>
    withStore(async ({ store, root }) => {
      const transcript = await claudeTranscript(root, one, hello);
      await fs.appendFile(transcript.path, 'not json\n');
      assert.equal((await archived(store, transcript)).unreadable, 1);
      await fs.writeFile(transcript.path, '');
      assert.equal((await store.archives.archive(transcript)).state, 'unchanged');
    }));

  it('gives two sessions with one title on one day two files', () =>
    withStore(async ({ store, root }) => {
      const sessions = [one, two, `${one.slice(0, 8)}-other`];
      for (const session of sessions) await archived(store, await claudeTranscript(root, session, hello));
      const names = (await store.archives.list()).archives.map(
        ({ name, session, part }) => `${name} ${session} ${part}`,
      );
      assert.deepEqual(names.sort(), [
        `2026-02-05-fix-the-login-550e8400 ${one} 1`,
        `2026-02-05-fix-the-login-550e8400-2 ${sessions[2]} 1`,
        `2026-02-05-fix-the-login-660e8400 ${two} 1`,
      ]);
    }));

  it('keeps a Chinese title in the name', () =>
    withStore(async ({ store, root }) => {
      const { name } = await archived(store, await claudeTranscript(root, one, hello, '修复：登录 / 超时？'));
      assert.equal(name, '2026-02-05-修复-登录-超时-550e8400');
    }));

  it('archives only what is new at a later compaction, and links to the part before', () =>
    withStore(async ({ store, root, clock }) => {
      const first = await archived(store, await claudeTranscript(root, one, hello));
      const before = await tree(join(root, conversations));
      clock.time += 86_400_000;
      const more: Line[] = [...hello, { id: 'c1', text: '', summary: 'Sum' }, { id: 'u2', text: 'Next' }];
      const second = await archived(store, await claudeTranscript(root, one, more, 'Another title'));
      assert.equal(second.name, '2026-02-06-another-title-550e8400');
      assert.deepEqual([first.part, second.part, second.previous], [1, 2, first.name]);
      assert.deepEqual(await texts(store, first.name), ['Hello', 'Hi']);
      assert.deepEqual(await texts(store, second.name), ['Sum', 'Next']);
      const after = await tree(join(root, conversations));
      assert.match(
        after[`${second.name}.md`] ?? '',
        /\nPart 2\. Before it: \[2026-02-05-fix-the-login-550e8400\]\(2026-02-05-fix-the-login-550e8400\.md\)\n/,
      );
      for (const name of [`${first.name}.md`, `raw/${first.name}.jsonl.gz`])
        assert.equal(after[name], before[name]);
    }));

  it('keeps of a later part only the bytes that are new, and gives back each transcript as it was', () =>
    withStore(async ({ store, root }) => {
      const copies: { name: string; was: Buffer }[] = [];
      const archiveLines = async (lines: readonly Line[], title?: string) => {
        const transcript = await claudeTranscript(root, one, lines, title);
        const info = await archived(store, transcript);
        copies.push({ name: info.name, was: await fs.readFile(transcript.path) });
        return info;
      };
      const sizeOf = async ({ raw = '' }: ArchiveInfo) =>
        gunzipSync(await fs.readFile(join(root, conversations, raw))).length;
      const whole = async (name: string) => {
        const chunks: Buffer[] = [];
        for await (const chunk of store.archives.transcript(name)) chunks.push(Buffer.from(chunk));
        return Buffer.concat(chunks);
      };
      const grown: Line[] = Array.from({ length: 4 }, (_, n) => ({ id: `u${n}`, text: `text ${n}` }));
      const first = await archiveLines(grown.slice(0, 2));
      const second = await archiveLines(grown.slice(0, 3));
      const third = await archiveLines(grown);
      assert.deepEqual(second.rawBefore, [first.raw]);
      assert.deepEqual(third.rawBefore, [first.raw, second.raw]);
      const sizes = await Promise.all([first, second, third].map(sizeOf));
      assert.equal(
        sizes.reduce((a, b) => a + b),
        copies[2]?.was.length,
      );
      const rewritten = await archiveLines([...grown, { id: 'u5', text: 'five' }], 'Another title');
      assert.equal(rewritten.rawBefore, undefined);
      for (const { name, was } of copies) assert.deepEqual(await whole(name), was);

      await fs.rm(join(root, conversations, rewritten.raw ?? ''));
      await assert.rejects(whole(rewritten.name), { code: 'not_found' });
      const again = await archiveLines([...grown, { id: 'u6', text: 'six' }], 'Another title');
      assert.equal(again.rawBefore, undefined);
      assert.deepEqual(await whole(again.name), copies.at(-1)?.was);
      await fs.writeFile(again.path, (await fs.readFile(again.path, 'utf8')).replace('raw/', 'raw/../'));
      await assert.rejects(whole(again.name), { code: 'outside' });
      await assert.rejects(whole('nothing'), { code: 'not_found' });
    }));

  it('goes on behind copies that an older version did not compress', () =>
    withStore(async ({ store, root }) => {
      const grown: Line[] = Array.from({ length: 3 }, (_, n) => ({ id: `u${n}`, text: `text ${n}` }));
      const first = await archived(store, await claudeTranscript(root, one, grown.slice(0, 2)));
      const copy = join(root, conversations, first.raw ?? '');
      const older = copy.replace(/\.gz$/, '');
      await fs.writeFile(older, gunzipSync(await fs.readFile(copy)));
      await fs.rm(copy);
      const text = await fs.readFile(first.path, 'utf8');
      await fs.writeFile(first.path, text.replace('.jsonl.gz"', '.jsonl"'));
      const transcript = await claudeTranscript(root, one, grown);
      const second = await archived(store, transcript);
      assert.deepEqual(second.rawBefore, [`raw/${first.name}.jsonl`]);
      const chunks: Buffer[] = [];
      for await (const chunk of store.archives.transcript(second.name)) chunks.push(Buffer.from(chunk));
      assert.deepEqual(Buffer.concat(chunks), await fs.readFile(transcript.path));
    }));

  it('copies all again where the copy of an earlier part is damaged', () =>
    withStore(async ({ store, root }) => {
      const grown: Line[] = Array.from({ length: 3 }, (_, n) => ({ id: `u${n}`, text: `text ${n}` }));
      const first = await archived(store, await claudeTranscript(root, one, grown.slice(0, 2)));
      const copy = join(root, conversations, first.raw ?? '');
      await fs.writeFile(copy, (await fs.readFile(copy)).subarray(0, 40));
      const second = await archived(store, await claudeTranscript(root, one, grown));
      assert.equal(second.rawBefore, undefined);
      await assert.rejects(async () => {
        for await (const chunk of store.archives.transcript(first.name)) assert.ok(chunk.length > 0);
      }, /unexpected end of file/);
    }));

  it('writes no copy where none is wanted', () =>
    withStore(async ({ store, root }) => {
      const transcript = await claudeTranscript(root, one, hello);
      const { name, raw } = await archived(store, transcript, { withoutCopy: true });
      assert.deepEqual([raw, await files(root)], [undefined, [`${name}.md`, 'log.jsonl']]);
      assert.equal((await store.archives.archive(transcript)).state, 'unchanged');
    }));

  it('archives what subagents said behind the conversation, and later only what they said since', () =>
    withStore(async ({ store, root }) => {
      const { path } = await claudeTranscript(root, one, hello);
      const beside = join(root, one, 'subagents');
      await fs.mkdir(beside, { recursive: true });
      const work: Line[] = [
        { id: 's1', text: 'Look for # errors' },
        { id: 's2', text: 'None', by: 'assistant' },
      ];
      const write = (lines: readonly Line[]) =>
        fs.writeFile(join(beside, 'agent-scout.jsonl'), claudeLines(one, '', lines));
      await write(work.slice(0, 1));
      const first = await archived(store, transcripts.archivable(path));
      assert.deepEqual([first.messages, first.user, first.assistant, first.subagents], [3, 1, 1, 1]);
      const { messages, damaged } = await store.archives.read(first.name);
      assert.equal(damaged, undefined);
      const scout = { agentId: 'scout', title: 'Look for # errors' };
      assert.deepEqual(
        messages.map(({ text, subagent }) => [text, subagent]),
        [
          ['Hello', undefined],
          ['Hi', undefined],
          ['Look for # errors', scout],
        ],
      );
      assert.equal((await store.archives.archive(transcripts.archivable(path))).state, 'unchanged');
      await write(work);
      const second = await archived(store, transcripts.archivable(path));
      assert.deepEqual([second.messages, second.user, second.subagents], [1, 0, 1]);
      assert.deepEqual((await store.archives.read(second.name)).messages[0]?.subagent, scout);
      assert.match(await fs.readFile(second.path, 'utf8'), /^# Subagent: Look for # errors$/m);
    }));

  it('adds nothing when nothing is new', () =>
    withStore(async ({ store, root, open }) => {
      const transcript = await claudeTranscript(root, one, hello);
      const { name } = await archived(store, transcript);
      const before = await tree(join(root, conversations));
      assert.deepEqual(await open().archives.archive(transcript), {
        state: 'unchanged',
        compactions: 0,
        session: one,
        parts: [name],
      });
      assert.deepEqual(await tree(join(root, conversations)), before);
    }));

  it('knows a message again whose id is no proper text', () =>
    withStore(async ({ store, root }) => {
      const transcript = await claudeTranscript(root, one, [{ id: 'u\ud800', text: 'Hello' }]);
      await archived(store, transcript);
      assert.equal((await store.archives.archive(transcript)).state, 'unchanged');
    }));

  it('takes up a message again that was not finished when it was archived', () =>
    withStore(async ({ store, root }) => {
      const unfinished: Line[] = [hello[0]!, { id: 'a1', text: 'Hi', by: 'assistant', tool: 'pending' }];
      await archived(store, await claudeTranscript(root, one, unfinished));
      const { name, part } = await archived(store, await claudeTranscript(root, one, hello));
      const { messages } = await store.archives.read(name);
      assert.deepEqual([part, messages.length, messages[0]?.continued], [2, 1, true]);
      assert.equal(messages[0]?.toolCalls[0]?.status, 'success');
    }));

  it('keeps a summary that was handed over, and knows it again in the transcript', () =>
    withStore(async ({ store, root }) => {
      const handed: ArchiveOptions = {
        event: 'PostCompact',
        trigger: 'auto',
        compactSummary: 'All about hello.',
      };
      const first = await archived(store, await claudeTranscript(root, one, hello), handed);
      assert.deepEqual(await texts(store, first.name), ['Hello', 'Hi', 'All about hello.']);
      const continued = 'This session is being continued.\n\nAll about hello.\n\nGo on.';
      const lines: Line[] = [
        ...hello,
        { id: 'c1', text: '', summary: continued },
        { id: 'u2', text: 'Next' },
      ];
      const second = await archived(store, await claudeTranscript(root, one, lines), handed);
      assert.deepEqual(await texts(store, second.name), ['Next']);
    }));

  it('is no longer for what is unchanged, though messages share an id', () =>
    withStore(async ({ store, root }) => {
      const transcript = await claudeTranscript(root, one, hello);
      const ofLengths = (...lengths: number[]): Transcript => ({
        ...transcript,
        stream: async (...from) => {
          const { header, subagents } = await transcript.stream(...from);
          const records = lengths.map((length): MessageRecord => ({
            id: 'm1',
            timestamp: header.startTime,
            type: 'user',
            content: 'x'.repeat(length),
          }));
          return { header, subagents, messages: () => Readable.from(records) };
        },
      });
      await archived(store, ofLengths(9, 5));
      assert.equal((await store.archives.archive(ofLengths(9, 5))).state, 'unchanged');
      await archived(store, ofLengths(9, 12));
      assert.equal((await store.archives.archive(ofLengths(12, 9))).state, 'unchanged');
    }));

  it('cuts long messages where asked, and says how much', () =>
    withStore(async ({ store, root }) => {
      const lines = [{ id: 'u1', text: '😀'.repeat(2_005) }];
      const transcript = await claudeTranscript(root, one, lines);
      const { name } = await archived(store, transcript, { maxMessageChars: 2_000 });
      assert.deepEqual(await texts(store, name), [`${'😀'.repeat(2_000)}... [5 characters left out]`]);
      assert.equal((await store.archives.archive(transcript)).state, 'unchanged');
      await assert.rejects(store.archives.archive(transcript, { maxMessageChars: -1 }), {
        code: 'invalid_argument',
      });
    }));

  it('archives again what a damaged part has lost, and says so', () =>
    withStore(async ({ store, root, open }) => {
      const warnings: string[] = [];
      const log = {
        info: () => undefined,
        warn: (text: string) => warnings.push(text),
        error: () => undefined,
      };
      const lines: Line[] = Array.from({ length: 5 }, (_, n) => ({ id: `u${n}`, text: `text ${n}` }));
      const transcript = await claudeTranscript(root, one, lines);
      const { name, path } = await archived(store, transcript);
      const whole = await fs.readFile(path, 'utf8');
      await fs.writeFile(path, whole.slice(0, whole.indexOf('text 3') + 3));
      assert.equal((await store.archives.read(name)).damaged, '3 of 5 messages can be read');
      const outcome = await open({ log }).archives.archive(transcript);
      assert.ok(outcome.state === 'archived');
      assert.deepEqual(outcome.damaged, [{ name, reason: '3 of 5 messages can be read' }]);
      assert.deepEqual(await texts(store, outcome.archive.name), ['text 3', 'text 4']);
      assert.equal(warnings.length, 1);

      await fs.writeFile(path, '\0'.repeat(500));
      await fs.rm(outcome.archive.path);
      const again = await open({ log }).archives.archive(transcript);
      assert.ok(again.state === 'archived');
      assert.deepEqual(again.damaged, [{ name, reason: 'its front matter cannot be read' }]);
      assert.equal(again.archive.messages, 5);
      assert.equal(await fs.readFile(path, 'utf8'), '\0'.repeat(500));
      assert.deepEqual(
        (await store.archives.list()).damaged.map((part) => part.name),
        [name],
      );
      await assert.rejects(store.archives.read(name), { code: 'damaged' });
    }));

  it('knows its parts again after a formatter or a person changed their heads', () =>
    withStore(async ({ store, root }) => {
      const transcript = await claudeTranscript(root, one, hello, "It's one");
      const { path } = await archived(store, transcript);
      const text = await fs.readFile(path, 'utf8');
      const head = text
        .replace(`session: "${one}"`, `session: '${one}'`)
        .replace('title: "It\'s one"', "title: 'It''s two'")
        .replace('agent: "claude"', 'agent: claude');
      await fs.writeFile(join(root, conversations, 'renamed.md'), head.replaceAll('\n---\n', '\n---\r\n'));
      await fs.rm(path);
      assert.deepEqual((await store.archives.archive(transcript)).state, 'unchanged');
      const [archive] = (await store.archives.list()).archives;
      assert.deepEqual([archive?.name, archive?.title, archive?.agent], ['renamed', "It's two", 'claude']);
    }));

  it('reads pages', () =>
    withStore(async ({ store, root }) => {
      const lines = Array.from({ length: 5 }, (_, n) => ({ id: `u${n}`, text: `text ${n}` }));
      const { name } = await archived(store, await claudeTranscript(root, one, lines));
      const page = async (offset: number) => {
        const { messages, nextOffset } = await store.archives.read(`${name}.md`, { offset, limit: 2 });
        return [messages.map(({ id }) => id).join(), nextOffset];
      };
      assert.deepEqual(await page(0), ['u0,u1', 2]);
      assert.deepEqual(await page(3), ['u3,u4', undefined]);
      assert.deepEqual(await page(9), ['', undefined]);
      for (const bad of ['nothing', '../secret', '', '.x'])
        await assert.rejects(store.archives.read(bad), { code: 'not_found' });
      await assert.rejects(store.archives.read(name, { offset: 0.5 }), { code: 'invalid_argument' });
    }));

  it('refuses what is no transcript, and keeps the refusal in the log', () =>
    withStore(async ({ store, root }) => {
      const { stream } = await claudeTranscript(root, one, hello);
      await assert.rejects(store.archives.archive({ path: join(root, 'gone.jsonl'), stream }), {
        code: 'not_found',
      });
      await assert.rejects(store.archives.archive({ path: root, stream }), { code: 'invalid_argument' });
      await fs.writeFile(join(root, 'empty.jsonl'), '');
      const empty = await store.archives.archive({ path: join(root, 'empty.jsonl'), stream });
      assert.deepEqual(empty, { state: 'unchanged', session: 'empty', parts: [], compactions: 0 });
      const { entries } = await store.archives.log();
      assert.deepEqual(
        entries.map(({ outcome, error }) => [outcome, error?.code]),
        [
          ['failed', 'not_found'],
          ['failed', 'invalid_argument'],
        ],
      );
      assert.deepEqual(await files(root), ['log.jsonl']);
    }));

  it('goes on after a torn line of the log', () =>
    withStore(async ({ store, root }) => {
      await archived(store, await claudeTranscript(root, one, hello));
      await fs.appendFile(join(root, conversations, 'log.jsonl'), '{"time":"2026');
      await store.archives.reportFailure(new StoreError('invalid_argument', 'no path'), {
        event: 'PreCompact',
      });
      const { entries, unreadable } = await store.archives.log();
      assert.equal(unreadable, 0);
      assert.deepEqual(
        entries.map(({ outcome }) => outcome),
        ['archived', 'failed'],
      );
      assert.deepEqual(entries[1]?.error, { code: 'invalid_argument', message: 'no path' });
    }));

  it('keeps the newest lines of a long log', () =>
    withStore(async ({ store, root }) => {
      await archived(store, await claudeTranscript(root, one, hello));
      const log = join(root, conversations, 'log.jsonl');
      const [line = ''] = (await fs.readFile(log, 'utf8')).split('\n');
      const count = Math.ceil((513 * 1024) / (line.length + 1));
      const numbered = Array.from({ length: count }, (_, n) =>
        line.replace(/"messages":\d+/, `"messages":${n}`),
      );
      await fs.writeFile(log, `${numbered.join('\n')}\n`);
      await store.archives.reportFailure(new StoreError('invalid_argument', 'no path'));
      const { entries, unreadable } = await store.archives.log();
      assert.equal(unreadable, 0);
      assert.ok((await fs.stat(log)).size <= 257 * 1024);
      const kept = entries.slice(0, -1).map(({ messages = -1 }) => messages);
      assert.deepEqual(
        kept,
        Array.from(kept, (_, n) => count - kept.length + n),
      );
      assert.ok(kept.length > count / 3);
      assert.equal(entries.at(-1)?.outcome, 'failed');
    }));

  it('refuses folders that lead out of the history, and to write one that is read only', () =>
    withStore(async ({ store, root, open }) => {
      const transcript = await claudeTranscript(root, one, hello);
      const closed = open({ isReadOnly: () => true });
      await assert.rejects(closed.archives.archive(transcript), { code: 'storage' });
      await fs.mkdir(join(root, '.chat-history'));
      await fs.mkdir(join(root, 'elsewhere'));
      await fs.symlink(join(root, 'elsewhere'), join(root, conversations));
      await assert.rejects(store.archives.archive(transcript), { code: 'outside' });
      await assert.rejects(store.archives.list(), { code: 'outside' });
      assert.deepEqual(await fs.readdir(join(root, 'elsewhere')), []);
    }));

  it('lets four processes archive at once', () =>
    withStore(async ({ store, root }) => {
      const paths: string[] = [];
      for (let n = 0; n < 4; n++) {
        const lines: Line[] = [...hello, { id: `only ${n}`, text: `only ${n}` }];
        paths.push((await claudeTranscript(root, `${one.slice(0, 8)}-${n}`, lines)).path);
      }
      const program = programOf(join(__dirname, 'archiveProcess.ts'));
      const children = Array.from({ length: 4 }, (_, n) => {
        const order = [...paths.slice(n), ...paths.slice(0, n)];
        return spawn(process.execPath, [program, root, ...order], {
          stdio: ['ignore', 'ignore', 'inherit'],
        });
      });
      const exits = await Promise.all(children.map((child) => once(child, 'exit')));
      for (const exit of exits) assert.deepEqual(exit, [0, null]);
      const { archives, damaged } = await store.archives.list();
      assert.deepEqual([archives.length, damaged.length], [4, 0]);
      assert.equal(new Set(archives.map(({ session }) => session)).size, 4);
      assert.equal((await files(root)).length, 9);
      assert.equal((await store.archives.log()).entries.length, 4);
    }));
});
