import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { commands, env, Uri, workspace, type TreeItem } from 'vscode';
import { openNewChat } from '../../src/extension/base/chat.ts';
import type { Internals } from '../../src/extension/extension.ts';
import type { Project } from '../../src/extension/base/project.ts';
import { importSession } from '../../src/history/sessions/importSession.ts';
import type { SessionNode } from '../../src/extension/sessions/sessionNodes.ts';
import { openSource } from '../../src/extension/sessions/sessionSource.ts';
import type { NewMessage } from '../../src/history/sessions/recordingTypes.ts';
import { estimatedTokens } from '../../src/disk/text/textLength.ts';
import { CodexRollout } from '../unit/store/codexLines.ts';
import { lastChat, withChat, type OpenedChat } from './chatInput.ts';
import { withSessions, writeSession } from './sessionWorkspace.ts';
import { onOneDay } from '../sameDay.ts';
import { acceptPicksOf, eventually, historyFolder, holds, workspaceRoot } from './workspace.ts';

function onlyProject({ services }: Internals): Project {
  const [project] = services.projects.all;
  assert.ok(project);
  return project;
}

/** A folder of an agent in this run; the path is below what the environment names. */
function agentFile(variable: string, path: string): string {
  const home = process.env[variable];
  assert.ok(home, 'the tests would look into the home of whoever runs them');
  const file = join(home, path);
  fs.mkdirSync(dirname(file), { recursive: true });
  return file;
}

const jsonLines = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

function writeCodex(): string {
  const file = agentFile('CODEX_HOME', 'sessions/2026/01/15/rollout-2026-01-15T09-30-00-resumed.jsonl');
  const rollout = new CodexRollout()
    .meta({ cwd: workspaceRoot() })
    .turn({ cwd: workspaceRoot() })
    .user('Round the invoice')
    .assistant('Rounded once')
    .call('c1', 'shell', { command: ['ls', '-l'] })
    .output('c1', 'invoice.ts');
  fs.writeFileSync(file, jsonLines(rollout.lines));
  return file;
}

function writeGemini(): string {
  fs.writeFileSync(agentFile('GEMINI_CLI_HOME', '.gemini/tmp/shop/.project_root'), workspaceRoot());
  const file = agentFile('GEMINI_CLI_HOME', '.gemini/tmp/shop/chats/session-2026-01-15T09-30-g1.jsonl');
  const time = new Date().toISOString();
  const lines = [
    { sessionId: 'g1', projectHash: 'ab', startTime: time, lastUpdated: time },
    { id: 'm1', timestamp: time, type: 'user', content: 'Why are refunds late?' },
    { id: 'm2', timestamp: time, type: 'assistant', content: 'The queue is full.' },
    { id: 'm3', timestamp: time, type: 'info', content: 'A notice' },
  ];
  fs.writeFileSync(file, jsonLines(lines));
  return file;
}

/** Records a session of so many long messages, and gives its path. */
async function recordLong(extension: Internals, count: number): Promise<string> {
  const messages = Array.from({ length: count }, (_, index): NewMessage => {
    const type = index % 2 === 0 ? 'user' : 'assistant';
    return { type, content: `${index} `.padEnd(2_000, 'x') };
  });
  return (await onlyProject(extension).sessions.record(undefined, messages)).path;
}

const resume = (path: string) =>
  commands.executeCommand('historyStore.resumeSession', { folder: workspaceRoot(), path });

/** Resumes a session in a chat that a test looks at, and gives what the chat was opened with. */
async function resumed(path: string): Promise<OpenedChat> {
  let opened: OpenedChat | undefined;
  await withChat(async (calls) => {
    await resume(path);
    assert.equal(calls[0], 'new');
    opened = lastChat(calls);
  });
  assert.ok(opened);
  assert.equal(opened.isPartialQuery, true); // nothing is sent before the person does
  return opened;
}

async function withSetting(name: string, value: unknown, body: () => Promise<void>): Promise<void> {
  const settings = workspace.getConfiguration();
  await settings.update(name, value);
  try {
    await body();
  } finally {
    await settings.update(name, undefined);
    fs.rmSync(join(workspaceRoot(), '.vscode'), { recursive: true, force: true });
  }
}

const labelOf = ({ label }: TreeItem): string => (typeof label === 'string' ? label : '');

async function treeOf(extension: Internals): Promise<{ labels: string[]; recorded: SessionNode[] }> {
  const { tree } = extension.services.sessionView;
  const nodes = (await tree.getChildren()).filter((node) => node.kind === 'session');
  return {
    labels: nodes.map((node) => labelOf(tree.getTreeItem(node))),
    recorded: nodes.filter(({ info }) => info.source === 'history'),
  };
}

describe('sessions in a new chat', () => {
  afterEach(() => {
    for (const [variable, folder] of [
      ['CODEX_HOME', 'sessions'],
      ['GEMINI_CLI_HOME', '.gemini'],
    ] as const)
      fs.rmSync(join(process.env[variable] ?? tmpdir(), folder), { recursive: true, force: true });
  });

  it('continue, open and are imported from their archive after the agent deleted them', async () => {
    await withSessions(async (extension) => {
      const path = writeSession('kept');
      await commands.executeCommand('historyStore.archiveSession', { folder: workspaceRoot(), path });
      fs.rmSync(path);
      extension.services.sessionLists.refresh();
      const { tree } = extension.services.sessionView;
      const kept = async () => (await tree.getChildren()).filter(({ kind }) => kind === 'session');
      const [node, ...others] = await kept();
      assert.ok(node?.kind === 'session');
      assert.deepEqual(others, []);
      const item = tree.getTreeItem(node);
      assert.equal(labelOf(item), 'Why is kept slow?');
      assert.equal(item.contextValue, 'session kept');
      assert.match(String(item.description), /· only kept$/);
      const { query } = await resumed(node.path);
      assert.match(query, /Why is kept slow\?[^]*kept waits\./);
      const source = await openSource(
        { project: onlyProject(extension), kind: 'session', id: node.path },
        extension.services.sessionLists,
      );
      assert.deepEqual([source.facts.title, source.facts.source], ['Why is kept slow?', 'claude']);
      const { dialogs } = onlyProject(extension);
      const counts = await importSession(dialogs, 'kept', { info: node.info, messages: source.messages() });
      assert.deepEqual(counts, { saved: 2, duplicates: 0 });
      await commands.executeCommand('historyStore.keepAllSessions');
      const { archives } = await onlyProject(extension).archives.list();
      assert.equal(archives.length, 1);
    });
  });

  it('start with the environment and the conversation of any agent', async () => {
    await withSessions(async (extension) => {
      const { path: own } = await onlyProject(extension).sessions.record('mine', [
        { type: 'user', content: 'Name the release' },
        { type: 'assistant', content: 'Call it Maple' },
      ]);
      const said = {
        [writeSession('checkout')]: ['claude', 'Why is checkout slow?', 'checkout waits.'],
        [writeCodex()]: ['codex', 'Round the invoice', 'Rounded once'],
        [writeGemini()]: ['gemini', 'Why are refunds late?', 'The queue is full.'],
        [own]: ['history', 'Name the release', 'Call it Maple'],
      };
      for (const [path, [source = '', asked = '', answered = '']] of Object.entries(said)) {
        const { query, attachFiles } = await resumed(path);
        assert.equal(attachFiles, undefined);
        assert.match(query, /^<session_context>\n[^]*\nToday's date is /);
        assert.ok(query.includes(`  - ${workspaceRoot()}\n`), query);
        assert.ok(query.includes(`This chat continues the session "${asked}" (${source}, `), query);
        const turns = query.slice(query.indexOf('### User'));
        assert.ok(turns.startsWith(`### User\n${asked}\n\n### Assistant\n${answered}\n`), turns);
        assert.ok(turns.endsWith('\n\n### User\n'), turns); // where the person goes on
        assert.doesNotMatch(turns, /A notice/);
        assert.doesNotMatch(query, /left out/);
      }
      const codex = await resumed(Object.keys(said).find((path) => path.includes('rollout')) ?? '');
      assert.match(codex.query, /> Call shell\(.*\n[^]*> invoice\.ts/);
    });
  });

  it('respect the configured budget and report what was left out', async () => {
    await withSessions(async (extension) => {
      const path = await recordLong(extension, 200);
      await withSetting('historyStore.resume.maxTokens', 2_000, async () => {
        const { query } = await resumed(path);
        assert.ok(estimatedTokens(query) <= 2_010, String(estimatedTokens(query)));
        assert.match(query, /\[To stay within 2000 tokens, \d+ older turns were left out.* The whole is in /);
        assert.ok(query.includes(path));
        assert.match(query, /### Assistant\n199 x+\n/);
      });
    });
  });

  it('are attached as a file when too long for the input', async () => {
    await withSessions(async (extension) => {
      const { query, attachFiles = [] } = await resumed(await recordLong(extension, 200));
      assert.match(query, /^The attached file is the conversation “0 x+…” so far\. Read it and continue: $/);
      assert.equal(attachFiles.length, 1);
      const text = fs.readFileSync(attachFiles[0]?.fsPath ?? '', 'utf8');
      assert.match(text, /^<session_context>[^]*older turns were left out[^]*### Assistant\n199 x+$/);
      assert.ok(text.length > 20_000 && estimatedTokens(text) <= 20_000);
    });
  });

  it('leave only the most recent files behind', async () => {
    const folder = Uri.file(fs.mkdtempSync(join(tmpdir(), 'history-chats-')));
    try {
      await withChat(async () => {
        for (let now = 0; now < 23; now++) {
          const start = { title: `Session/${now}`, text: 'x'.repeat(20_001), pointer: 'Read it: ', now };
          assert.equal(await openNewChat(folder, start), 'file');
        }
      });
      const kept = Array.from({ length: 20 }, (_, index) => String(index + 3));
      assert.deepEqual(
        fs.readdirSync(folder.fsPath).sort(),
        kept.map((n) => `Session-${n} 1970-01-01T00-00-00-0${n.padStart(2, '0')}Z.md`).sort(),
      );
    } finally {
      fs.rmSync(folder.fsPath, { recursive: true });
    }
  });

  it('are copied to the clipboard when the editor has no chat', async () => {
    await withSessions(async () => {
      const path = writeSession('cart');
      await withSetting('chat.disableAIFeatures', true, async () => {
        await withChat(async (calls) => {
          await env.clipboard.writeText('nothing yet');
          await resume(path);
          assert.deepEqual(calls, []);
          assert.match(await env.clipboard.readText(), /^<session_context>[^]*### Assistant\ncart waits\.$/);
        });
      });
    });
  });

  it('are copied in the shape of a chosen API', async () => {
    await withSessions(async () => {
      const argument = { folder: workspaceRoot(), path: writeSession('search') };
      await acceptPicksOf(commands.executeCommand('historyStore.copySessionHistory', argument));
      assert.match(await env.clipboard.readText(), /^<session_context>[^]*### Assistant\nsearch waits\.$/);
      // As a key bound to one format does.
      await commands.executeCommand('historyStore.copySessionHistory', { ...argument, format: 'openai' });
      const messages = JSON.parse(await env.clipboard.readText()) as { role: string; content: string }[];
      const turns = messages.map(({ role, content }) => `${role}: ${content}`);
      assert.match(turns[0] ?? '', /^user: <session_context>/);
      assert.equal(turns.at(-1), 'assistant: search waits.');
    });
  });

  it('continue a dialog with its summary', async () => {
    await withSessions(async (extension) => {
      const { dialogs } = onlyProject(extension);
      await dialogs.save('Release plan', [
        { role: 'user', text: 'When do we ship?' },
        { role: 'assistant', text: 'On Friday.' },
      ]);
      await dialogs.setSummary('Release plan', { decisions: ['ship on Friday'] }, 'replace');
      await withChat(async (calls) => {
        const argument = { folder: workspaceRoot(), dialog: 'Release plan' };
        await commands.executeCommand('historyStore.continueDialog', argument);
        const query = lastChat(calls)?.query ?? '';
        assert.match(query, /^<session_context>[^]*Summary of this dialog so far:\n[^]*ship on Friday/);
        assert.match(query, /This chat continues the dialog "Release plan"\./);
        assert.match(query, /\n### User\nWhen do we ship\?\n\n### Assistant\nOn Friday\.\n\n### User\n$/);
        await acceptPicksOf(commands.executeCommand('historyStore.copyDialogHistory', argument));
        assert.ok(query.startsWith(await env.clipboard.readText()));
      });
    });
  });
});

describe('recorded sessions', () => {
  it('appear in the tree, open in a pane, are imported, and deleted with undo', () =>
    onOneDay(async () =>
      withSessions(async (extension) => {
        const project = onlyProject(extension);
        const { tree } = extension.services.sessionView;
        await holds(async () => {
          assert.deepEqual((await treeOf(extension)).labels, []);
        });
        const messages = [
          { type: 'user', content: 'Name the release' },
          { type: 'assistant', content: 'Call it Maple', model: 'gemini-pro' },
        ] as const;
        const { path } = await project.sessions.record('mine', messages);
        // What another process records is seen by itself.
        const { labels, recorded } = await eventually('the recording', async () => {
          const shown = await treeOf(extension);
          return shown.recorded.length === 1 && shown;
        });
        assert.equal(labels.length, 1);
        const [node] = recorded;
        assert.ok(node);
        const item = tree.getTreeItem(node);
        assert.deepEqual([item.label, item.contextValue], ['Name the release', 'session recorded']);

        await commands.executeCommand('historyStore.openSession', node);
        const [pane] = extension.services.sessionPanes.all;
        assert.deepEqual([pane?.target.kind, pane?.target.id], ['session', path]);
        await acceptPicksOf(commands.executeCommand('historyStore.importSession', node));
        const said = (await project.dialogs.window('Name the release', 0, 10)).messages;
        assert.deepEqual(
          said.map(({ role, text, meta }) => [role, text, meta?.agent ?? meta?.model]),
          [
            ['user', 'Name the release', undefined],
            ['assistant', 'Call it Maple', 'gemini-pro'],
          ],
        );

        const before = fs.readFileSync(path, 'utf8');
        await commands.executeCommand('historyStore.deleteRecording', node);
        assert.equal(fs.existsSync(path), false);
        await eventually('it is gone', async () => (await treeOf(extension)).recorded.length === 0);
        await eventually('undo by the notice', async () => {
          await commands.executeCommand('notification.acceptPrimaryAction');
          return fs.existsSync(path);
        });
        assert.equal(fs.readFileSync(path, 'utf8'), before);
        await eventually('it is back', async () => (await treeOf(extension)).recorded.length === 1);
        assert.ok(fs.existsSync(join(historyFolder(), '.sessions')));
      }),
    ));
});
