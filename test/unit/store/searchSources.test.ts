import { sayIn } from '../../../src/disk/base/texts.ts';
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { transcripts } from '../../../src/agents/readTranscript.ts';
import type { SearchHit } from '../../../src/find/search/types.ts';
import type { Store } from '../../../src/store/types.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { eventually } from '../../eventually.ts';
import { claude, iso, when, writeAll, type Machine } from './machine.ts';
import { entriesAround } from '../../../src/store/references.ts';
import { parseReference } from '../../../src/find/search/reference.ts';
import { githubToken } from './secrets/tokens.ts';
import { missingOn } from '../../../src/find/search/pendingNote.ts';
import { settled, withSessions } from './withSessions.ts';
import { withStore } from './withStore.ts';
import { editRows } from './editRows.ts';
import { inIndex } from '../../inIndex.ts';

const snippets = async (store: Store, query: string) =>
  (await settled(store, query)).hits.map(({ snippet }) => snippet);

/** A hit without what depends on the ranking. */
function withoutScore({ score, ranges, ...hit }: SearchHit): Omit<SearchHit, 'score' | 'ranges'> {
  assert.ok(score > 0 && ranges.length > 0);
  return hit;
}

const answer = (cwd: string, content: readonly object[], more: object) => ({
  ...claude(cwd, '', more),
  type: 'assistant',
  message: { role: 'assistant', id: 'm', model: 'opus', content },
});

const claudeFile = (folder: string, id: string) => `.claude/projects/${claudeFolderName(folder)}/${id}.jsonl`;

/** A session in which the person speaks, a tool is used, and the agent answers. */
const conversation = ({ folder }: Machine) => [
  claude(folder, 'Why do invoices drift?', { uuid: 'u1', timestamp: iso(1) }),
  answer(folder, [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'grep quokka' } }], {
    uuid: 'a1',
    parentUuid: 'u1',
    timestamp: iso(2),
  }),
  claude(folder, '', {
    uuid: 'r1',
    parentUuid: 'a1',
    timestamp: iso(3),
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'wombat' }] },
  }),
  answer(folder, [{ type: 'text', text: 'Because of rounding per line.' }], {
    uuid: 'a2',
    parentUuid: 'r1',
    timestamp: iso(4),
  }),
];

describe('search in sessions', () => {
  it('finds what was said in the transcripts of every agent and in recordings', () =>
    withSessions(async (fixture) => {
      const { folder, open } = fixture;
      await writeAll(fixture, folder, 'app');
      const store = open();
      await store.sessions.record('mine', [{ type: 'user', content: 'app recorded' }]);
      const { hits } = await settled(store, 'app role:user');
      assert.deepEqual(hits.map(({ source, agent = '' }) => `${source} ${agent}`).sort(), [
        'sessions ',
        ...['claude', 'cline', 'codex', 'copilot', 'copilot-cli', 'gemini', 'vscode'].map(
          (agent) => `sessions ${agent}`,
        ),
      ]);
      assert.deepEqual(await snippets(store, 'app agent:codex'), ['x app']);
      assert.equal((await settled(store, 'app', { sources: ['dialogs'] })).total, 0);
    }));

  it('takes what the person and the agent said, says which message it is, and no tools', () =>
    withSessions(async (fixture) => {
      const { folder, write, open } = fixture;
      await write(claudeFile(folder, 's1'), conversation(fixture));
      const store = open();
      const { hits } = await settled(store, 'rounding line');
      const hit = withoutScore(hits[0]!);
      const { messages } = await store.sessions.read({
        source: 'claude',
        path: join(fixture.places.home, claudeFile(folder, 's1')),
      });
      const { id } = messages[hit.position]!;
      assert.deepEqual(hit, {
        source: 'sessions',
        name: 's1',
        title: 'Why do invoices drift?',
        role: 'assistant',
        agent: 'claude',
        ts: when + 2_000,
        id,
        position: messages.length - 1,
        previousTs: when + 1_000,
        snippet: 'Because of rounding per line.',
        words: ['rounding', 'line'],
        reference: `history://sessions/s1/${encodeURIComponent(id)}`,
      });
      assert.deepEqual(await snippets(store, 'quokka'), []);
      assert.deepEqual(await snippets(store, 'wombat'), []);
    }));

  it('finds a kept session by what its tools ran, without the form of their arguments', () =>
    withSessions(async (fixture) => {
      const { folder, write, open } = fixture;
      await write(claudeFile(folder, 's1'), conversation(fixture));
      const store = open();
      const path = join(fixture.places.home, claudeFile(folder, 's1'));
      await store.archives.archive(transcripts.archivable(path, 'claude'));
      const { hits } = await settled(store, 'quokka', { sources: ['archives'] });
      assert.deepEqual(
        hits.map(({ snippet }) => snippet),
        ['Because of rounding per line. Bash grep quokka'],
      );
    }));

  it('finds a session by the files it changed and the errors it met, and shows them masked', () =>
    withSessions(async (fixture) => {
      const { folder, write, open } = fixture;
      const token = githubToken();
      const edited = join(folder, 'src/billing/roundTotals.ts');
      const used = (id: string, name: string, input: object, result: object, n: number) => [
        answer(folder, [{ type: 'tool_use', id, name, input }], {
          uuid: `a-${id}`,
          parentUuid: n === 2 ? 'u1' : `r-t${n - 4}`,
          timestamp: iso(n),
        }),
        claude(folder, '', {
          uuid: `r-${id}`,
          parentUuid: `a-${id}`,
          timestamp: iso(n + 1),
          message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, ...result }] },
        }),
      ];
      await write(claudeFile(folder, 's1'), [
        claude(folder, 'Please go on', { uuid: 'u1', timestamp: iso(1) }),
        ...used('t0', 'Edit', { file_path: edited, old_string: 'a', new_string: 'b' }, { content: 'ok' }, 2),
        ...used('t2', 'Edit', { file_path: edited, old_string: 'c', new_string: 'd' }, { content: 'ok' }, 4),
        ...used(
          't4',
          'Bash',
          { command: 'npm run lint' },
          { content: `Exit code 1\nnpm error Missing script: "quokka" for ${token}`, is_error: true },
          6,
        ),
      ]);
      const store = open();
      const [file] = (await settled(store, 'why was roundTotals.ts changed')).hits;
      assert.deepEqual(
        [file?.role, file?.id, file?.position, file?.snippet, file?.reference],
        ['files', '@files', 1, 'src/billing/roundTotals.ts', 'history://sessions/s1/%40files'],
      );
      const [error] = (await settled(store, 'npm error Missing script: "quokka" for me')).hits;
      assert.equal(error?.role, 'errors');
      assert.match(error.snippet, /^npm error Missing script: "quokka" for \[secret: /);
      const sources = { store, workspace: { folders: [folder], places: fixture.places } };
      const shown = await entriesAround(sources, parseReference(error.reference)!, 5);
      assert.deepEqual(
        shown.map(({ role }) => role),
        ['errors'],
      );
      assert.equal((await settled(store, 'roundTotals.ts role:errors')).total, 0);
    }));

  it('ranks the session that changed a file the query names before one that changed others of the same words', () =>
    withSessions(async (fixture) => {
      const { folder, write, open } = fixture;
      const changes = (id: string, path: string, n: number) =>
        write(claudeFile(folder, id), [
          claude(folder, 'Please go on', { sessionId: id, uuid: `${id}-u`, timestamp: iso(n) }),
          answer(
            folder,
            [{ type: 'tool_use', id, name: 'Write', input: { file_path: join(folder, path) } }],
            {
              sessionId: id,
              uuid: `${id}-a`,
              parentUuid: `${id}-u`,
              timestamp: iso(n + 1),
            },
          ),
          claude(folder, '', {
            sessionId: id,
            uuid: `${id}-r`,
            parentUuid: `${id}-a`,
            timestamp: iso(n + 2),
            message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
          }),
        ]);
      await changes('s1', 'src/shared/types/api.ts', 1);
      await changes('s2', 'src/types/shared/api.ts', 4);
      const store = open();
      const found = async (query: string) => (await settled(store, query)).hits.map(({ name }) => name);
      assert.deepEqual(await found('why was src/shared/types/api.ts changed'), ['s1', 's2']);
      assert.deepEqual(await found('why was src\\types\\shared\\api.ts changed?'), ['s2', 's1']);
      assert.deepEqual(await found('what about types/api.ts'), ['s1', 's2']);
    }));

  it('finds what subagents said, each with a reference, without what they were asked or repeat', () =>
    withSessions(async (fixture) => {
      const { folder, write, open, places } = fixture;
      const said = (text: string) => [{ type: 'text', text }];
      const path = claudeFile(folder, 's1');
      await write(path, [
        claude(folder, 'Ask the quokka', { uuid: 'u1', timestamp: iso(1) }),
        answer(folder, said('The quokka was asked.'), { uuid: 'a1', parentUuid: 'u1', timestamp: iso(2) }),
        claude(folder, 'Thanks', { uuid: 'u2', parentUuid: 'a1', timestamp: iso(3) }),
      ]);
      const own = { isSidechain: true, agentId: 'q' };
      await write(path.replace('.jsonl', '/subagents/agent-q.jsonl'), [
        claude(folder, 'What does a quokka eat?', { ...own, uuid: 'h1', timestamp: iso(4) }),
        ...['The quokka was asked.', 'A quokka eats leaves.', 'It edits leaves.txt.'].map((text, n) =>
          claude(folder, '', {
            ...own,
            type: 'assistant',
            message: { id: `m${n}`, role: 'assistant', content: said(text) },
            uuid: `h${n + 2}`,
            parentUuid: `h${n + 1}`,
            timestamp: iso(n + 5),
          }),
        ),
      ]);
      const store = open();
      const { hits } = await settled(store, 'quokka role:assistant');
      assert.deepEqual(hits.map(({ snippet, agent, position }) => [snippet, agent, position]).sort(), [
        ['A quokka eats leaves.', 'claude', 2],
        ['The quokka was asked.', 'claude', 1],
      ]);
      const asked = (await settled(store, 'quokka role:user')).hits;
      assert.deepEqual(
        asked.map(({ snippet }) => snippet),
        ['Ask the quokka'],
      );
      const reference = hits.find(({ snippet }) => snippet.includes('leaves'))?.reference ?? '';
      const sources = { store, workspace: { folders: [folder], places } };
      const shown = await entriesAround(sources, parseReference(reference)!, 3);
      assert.deepEqual(
        shown.map(({ text }) => text),
        ['The quokka was asked.', 'A quokka eats leaves.', 'It edits leaves.txt.'],
      );
      await store.archives.archive(transcripts.archivable(join(places.home, path), 'claude'));
      const archived = await settled(store, 'quokka eat role:user source:archives');
      assert.ok(archived.hits.every(({ snippet }) => snippet === 'Ask the quokka'));
    }));

  it('finds an error that was pasted as it stands, although nothing holds what it has in quotes', () =>
    withSessions(async (fixture) => {
      const { folder, write, open } = fixture;
      await write(claudeFile(folder, 's1'), conversation(fixture));
      const store = open();
      await settled(store, 'rounding');
      const { hits, notes } = await store.search.find({ query: 'rounding failed: "kiwi" is not a line' });
      assert.equal(hits[0]?.snippet, 'Because of rounding per line.');
      assert.deepEqual(notes, [
        'Nothing contains "kiwi" as quoted; these results are without that condition.',
      ]);
      assert.equal((await store.search.find({ query: '"kiwi"' })).total, 0);
    }));

  it('follows a session that goes on, and one that is new or gone', () =>
    withSessions(async (fixture) => {
      const { folder, write, open } = fixture;
      const path = await write(claudeFile(folder, 's1'), conversation(fixture));
      const store = open();
      await settled(store, 'rounding');
      const more = { uuid: 'u2', parentUuid: 'a2', timestamp: iso(5) };
      await write(claudeFile(folder, 's1'), [...conversation(fixture), claude(folder, 'And kiwis?', more)]);
      assert.equal((await snippets(store, 'kiwis'))[0], 'And kiwis?');
      await write(claudeFile(folder, 's2'), [claude(folder, 'About figs', { sessionId: 's2' })]);
      await eventually('the new one is found', async () => (await snippets(store, 'figs')).length === 1);
      await fs.rm(path);
      await eventually('it is forgotten', async () => (await snippets(store, 'kiwis')).length === 0);
    }));

  it('tells an archived session once', () =>
    withSessions(async (fixture) => {
      const { folder, write, open } = fixture;
      const path = await write(claudeFile(folder, 's1'), conversation(fixture));
      const store = open();
      await store.archives.archive(transcripts.archivable(path));
      const { hits } = await settled(store, 'invoices rounding');
      assert.equal(hits.filter(({ snippet }) => snippet.includes('rounding')).length, 1);
      assert.equal(hits.filter(({ snippet }) => snippet.includes('invoices')).length, 1);
    }));

  it('reads a transcript once for all processes, as long as it stays the same', () =>
    withSessions(async (fixture) => {
      const { folder, write, open } = fixture;
      const path = await write(claudeFile(folder, 's1'), conversation(fixture));
      const first = open();
      await first.dialogs.save('d', [{ role: 'user', text: 'a history' }]);
      assert.equal((await snippets(first, 'rounding')).length, 1);
      const kept = inIndex(join(folder, '.chat-history'), 'sessions');
      const [file = ''] = (await fs.readdir(kept)).filter((name) => name.endsWith('.log'));
      assert.equal(await fs.readFile(join(kept, '../.gitignore'), 'utf8'), '*\n');
      const text = await fs.readFile(join(kept, file), 'utf8');
      editRows(join(kept, file), 'rounding per line', 'lychees per line');
      assert.equal((await snippets(open(), 'lychees'))[0], 'Because of lychees per line.', 'it is taken');
      await fs.writeFile(join(kept, file), text.slice(0, 100));
      assert.equal((await snippets(open(), 'rounding')).length, 1, 'a torn one is made again');
      await fs.writeFile(path, `\n${await fs.readFile(path, 'utf8')}`);
      await fs.writeFile(join(kept, file), text);
      editRows(join(kept, file), 'rounding per line', 'lychees per line');
      assert.deepEqual(await snippets(open(), 'lychees'), [], 'it is of the transcript as it was before');
    }));

  it('makes no history by looking, and writes nothing where it may not', () =>
    withSessions(async (fixture) => {
      const { folder, write, open } = fixture;
      await write(claudeFile(folder, 's1'), conversation(fixture));
      assert.equal((await snippets(open(), 'rounding')).length, 1);
      await assert.rejects(fs.stat(join(folder, '.chat-history')), { code: 'ENOENT' });
      await open().dialogs.save('d', [{ role: 'user', text: 'a history' }]);
      await settled(open({ isReadOnly: () => true }), 'rounding');
      await assert.rejects(fs.stat(inIndex(join(folder, '.chat-history'), 'sessions')), { code: 'ENOENT' });
    }));

  it('says how many sessions are still to be read, and finds them later', () =>
    withSessions(async ({ folder, write, open }) => {
      const long = (id: string) =>
        Array.from({ length: 200 }, (_, n) =>
          claude(folder, `${id} ${n} ${'lorem ipsum dolor '.repeat(500)}`, {
            sessionId: id,
            uuid: `${id}-${n}`,
            timestamp: iso(n),
            parentUuid: n === 0 ? null : `${id}-${n - 1}`,
          }),
        );
      for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) await write(claudeFile(folder, `s${n}`), long(`s${n}`));
      const store = open();
      const first = await store.search.find({ query: 'lorem', limit: 1 });
      assert.ok((first.pending ?? 0) <= 8);
      for (const note of missingOn(first, sayIn('en')))
        assert.match(note, /^\d sessions are still being read; search again|^Of \d long sessions only/);
      assert.equal((await settled(store, 'lorem', { limit: 1 })).total, 1_600);
    }));
});

describe('search in memories', () => {
  it('finds them by content, type and tags, and forgets them', () =>
    withStore(async ({ store, clock }) => {
      const { memories } = store;
      const { memory } = await memories.store({
        content: 'Invoices are rounded once, at the end.',
        tags: ['billing'],
        type: 'decision',
      });
      await memories.store({ content: 'Standup is at ten.', tags: ['team'] });
      const { hits } = await store.search.find({ query: 'round invoice' });
      const hit = withoutScore(hits[0]!);
      assert.deepEqual(
        [hits.length, hit],
        [
          1,
          {
            source: 'memories',
            name: 'decision',
            title: 'Invoices are rounded once, at the end.',
            role: 'note',
            ts: clock.time,
            id: memory.hash,
            position: 0,
            snippet: 'Invoices are rounded once, at the end. [decision, billing]',
            words: ['Invoices', 'rounded'],
            reference: `history://memories/decision/${memory.hash}`,
          },
        ],
      );
      assert.deepEqual(await snippets(store, 'tag:team'), ['Standup is at ten. [team]']);
      assert.equal((await snippets(store, 'decision')).length, 1);
      await memories.update(memory.hash, { tags: ['money'] });
      assert.equal((await snippets(store, 'money')).length, 1);
      assert.deepEqual(await snippets(store, 'tag:"billing"'), []);
      await memories.remove(memory.hash);
      assert.deepEqual(await snippets(store, 'invoices'), []);
    }));
});
