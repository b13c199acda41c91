import assert from 'node:assert/strict';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { commands } from 'vscode';
import { connectableAgents } from '../../src/connect/agents.ts';
import { rowsOf } from '../../src/extension/agents/agentRows.ts';
import type { TreeNode } from '../../src/extension/dialogs/dialogNodes.ts';
import type { Internals } from '../../src/extension/extension.ts';
import { pastHeader } from '../../src/extension/sessions/pastSessions.ts';
import type { SessionInfo } from '../../src/history/sessions/types.ts';
import { codex } from '../unit/store/machine.ts';
import { claudeFolder, withSessions, writeSession } from './sessionWorkspace.ts';
import {
  acceptPicksOf,
  eventually,
  historyFolder,
  holds,
  itemOf,
  lines,
  workspaceRoot,
} from './workspace.ts';

const day = 24 * 60 * 60 * 1_000;
const actions = [
  'Keep All before agents delete them',
  'Copy into Dialog… one session',
  'Connect Agents… to share one history',
];

/** A session of Codex, older than what `writeSession` writes. */
function writeCodexSession(): void {
  assert.ok(process.env.CODEX_HOME);
  const folder = join(process.env.CODEX_HOME, 'sessions/2026/02/05');
  const file = join(folder, 'rollout-2026-02-05T08-00-00-x1.jsonl');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(
    file,
    codex(workspaceRoot(), 'Write it')
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
}

const removeCodexSessions = (): void =>
  fs.rmSync(join(process.env.CODEX_HOME ?? '', 'sessions'), { recursive: true, force: true });

async function rows({ services }: Internals): Promise<readonly TreeNode[]> {
  return services.view.tree.getChildren();
}

/** What a screen reader says of the first row. */
async function spoken(extension: Internals): Promise<string> {
  const [first] = await rows(extension);
  return (first && (await itemOf(extension, first)).accessibilityInformation?.label) ?? '';
}

/** Runs the command of the row that begins with a label, as a click does. */
async function click(extension: Internals, label: string): Promise<void> {
  const node = await eventually(`the row ${label}`, async () => {
    const [at] = (await lines(extension)).flatMap((line, index) => (line.startsWith(label) ? index : []));
    return at === undefined ? undefined : (await rows(extension))[at];
  });
  const { command } = await itemOf(extension, node);
  assert.ok(command);
  await acceptPicksOf(commands.executeCommand(command.command, ...(command.arguments as unknown[])));
}

const withPastSessions = (body: (extension: Internals) => Promise<void>): Promise<void> =>
  withSessions(async (extension) => {
    try {
      await commands.executeCommand('historyStore.dialogs.focus');
      await body(extension);
    } finally {
      removeCodexSessions();
    }
  });

describe('past sessions of a project without dialogs', () => {
  it('are listed in the dialogs view newest first with their agent, without writing anything', async () => {
    await withPastSessions(async (extension) => {
      assert.deepEqual(await lines(extension), []);
      writeSession('new');
      writeSession('older', { ageMs: 2 * day });
      writeCodexSession();
      await commands.executeCommand('historyStore.refresh');
      await holds(async () => {
        const [newest, older, oldest, ...others] = (await lines(extension)).slice(actions.length);
        assert.match(newest ?? '', /^Why is new slow\? now · Claude Code$/);
        assert.match(older ?? '', /^Why is older slow\? 2d · Claude Code$/);
        assert.match(oldest ?? '', /^Write it .+ · Codex$/);
        assert.deepEqual(others, []);
      });
      assert.deepEqual((await lines(extension)).slice(0, actions.length), actions);
      assert.equal(await spoken(extension), 'Keep All, before agents delete them, 3 sessions');
      const [, , , node] = await rows(extension);
      assert.ok(node);
      assert.equal((await itemOf(extension, node)).contextValue, 'session');
      const { tooltip } = await extension.services.view.tree.resolveTreeItem(
        await itemOf(extension, node),
        node,
      );
      const text = typeof tooltip === 'object' ? tooltip.value.replaceAll('&nbsp;', ' ') : '';
      assert.match(text, /The agent deletes it on/);
      assert.equal(fs.existsSync(historyFolder()), false);
    });
  });

  it('appear while the view is open', async () => {
    await withPastSessions(async (extension) => {
      assert.deepEqual(await lines(extension), []);
      await eventually('the session', async () => {
        writeSession('live'); // again, because the editor takes a while to begin watching
        return (await lines(extension)).some((line) => line.startsWith('Why is live slow?'));
      });
    });
  });

  it('are all kept by one action, which marks their rows and then disappears', async () => {
    await withPastSessions(async (extension) => {
      writeSession('old', { ageMs: 27.5 * day });
      writeSession('new');
      await commands.executeCommand('historyStore.refresh');
      await holds(async () => {
        assert.match(await spoken(extension), /, 2 sessions, 1 will soon be deleted by its agent$/);
      });
      await click(extension, 'Keep All');
      await holds(async () => {
        assert.match(await spoken(extension), /, 2 sessions, all kept$/);
        const kept = (await lines(extension)).filter((line) => line.includes(' · kept · '));
        assert.equal(kept.length, 2);
        assert.ok(!(await lines(extension)).some((line) => line.startsWith('Keep All')));
      });
    });
  });

  it('become dialogs, the first named after its session, and then give way to the dialogs', async () => {
    await withPastSessions(async (extension) => {
      writeSession('first');
      await commands.executeCommand('historyStore.refresh');
      await click(extension, 'Copy into Dialog…');
      await holds(async () => {
        assert.deepEqual(await lines(extension), ['Why is first slow? now · 2 messages']);
      });
    });
  });

  it('are shown in steps of a hundred', async () => {
    await withPastSessions(async (extension) => {
      for (let n = 0; n < 130; n++) writeSession(`many${n}`, { ageMs: n * 60_000 });
      await commands.executeCommand('historyStore.refresh');
      const all = await eventually('the sessions', async () => {
        const found = await lines(extension);
        return found.length === actions.length + 101 && found;
      });
      assert.equal(all.at(-1), 'Show 30 more');
      await click(extension, 'Show 30 more');
      await holds(async () => assert.equal((await lines(extension)).length, actions.length + 130));
    });
  });

  it('are preceded by the agents to connect and their state', async () => {
    await withPastSessions(async (extension) => {
      writeSession('agents');
      const { CODEX_HOME = '' } = process.env;
      const config = join(CODEX_HOME, 'config.toml');
      fs.mkdirSync(CODEX_HOME, { recursive: true });
      fs.rmSync(config, { force: true });
      await commands.executeCommand('historyStore.refresh');
      const codexRow = async () => {
        const [, , connect] = await rows(extension);
        assert.ok(connect);
        const below = await extension.services.view.tree.getChildren(connect);
        const items = await Promise.all(below.map((node) => itemOf(extension, node)));
        return items.find(({ label }) => label === 'Codex');
      };
      const item = await codexRow();
      assert.equal(item?.description, 'not connected');
      assert.deepEqual(item.command?.arguments, ['codex']);
      await acceptPicksOf(commands.executeCommand('historyStore.connectAgents', 'codex'));
      assert.match(fs.readFileSync(config, 'utf8'), /mcp_servers\.history/);
      assert.notEqual((await codexRow())?.description, 'not connected');
      await acceptPicksOf(commands.executeCommand('historyStore.connectAgents', 'codex')); // takes it out again
      assert.equal((await codexRow())?.description, 'not connected');
    });
  });

  it('begin with agents that are not connected, and lead to all of many', async () => {
    await withPastSessions(async (extension) => {
      const [project] = extension.services.projects.all;
      assert.ok(project);
      const connections = connectableAgents.slice(0, 7).map((agent, n) => ({
        ...{ agent, scope: 'user' as const, path: '/config', parts: [] },
        state: n % 2 === 0 ? ('connected' as const) : ('absent' as const),
      }));
      const nodes = rowsOf({ id: 'connect', project }, connections);
      const items = await Promise.all(nodes.map(async (node) => node.draw(0)));
      const absent = [1, 3, 5].map((n) => connections[n]?.agent.label);
      assert.deepEqual(
        items.map(({ label }) => label),
        [...absent, connections[0]?.agent.label, 'Show 3 more'],
      );
      assert.deepEqual(items.at(-1)?.command?.arguments, undefined);
      assert.equal(rowsOf({ id: 'connect', project }, connections.slice(0, 5)).length, 5);
      const connected = connections.filter(({ state }) => state === 'connected');
      assert.deepEqual(rowsOf({ id: 'connect', project }, connected), []);
    });
  });

  it('show a loading row at first, and stay visible while they are listed again', async () => {
    await withPastSessions(async (extension) => {
      await holds(async () => assert.deepEqual(await lines(extension), []));
      writeSession('slow');
      const { services } = extension;
      const [project] = services.projects.all;
      assert.ok(project);
      const list = services.sessionLists.of(project);
      const begin = list.sessions.bind(list);
      const slowly = (): (() => void) => {
        let go = (): void => undefined;
        const gone = new Promise<void>((resolve) => (go = resolve));
        Reflect.set(list, 'sessions', () => gone.then(begin));
        services.sessionLists.refresh();
        return go;
      };
      try {
        const first = slowly();
        assert.deepEqual(await lines(extension), ['Looking for agent sessions…']);
        first();
        await holds(async () => assert.equal((await lines(extension)).length, actions.length + 1));
        const again = slowly();
        assert.equal((await lines(extension)).length, actions.length + 1);
        again();
      } finally {
        Reflect.deleteProperty(list, 'sessions');
      }
    });
  });

  it('make room for the welcome text when there are none', async () => {
    await withPastSessions(async (extension) => {
      fs.mkdirSync(dirname(claudeFolder()), { recursive: true });
      const [project] = extension.services.projects.all;
      assert.ok(project);
      await project.memories.store({ content: 'a history without dialogs' });
      await commands.executeCommand('historyStore.refresh');
      assert.deepEqual(await lines(extension), []);
    });
  });

  it('are counted in words', () => {
    const now = Date.now();
    const info = (more: Partial<SessionInfo> = {}): SessionInfo => ({
      number: 1,
      source: 'claude',
      sessionId: 's',
      title: 't',
      path: '/s',
      startedAt: now,
      activeAt: now,
      changedAt: now - day,
      size: 1,
      ...more,
    });
    const soon = info({ deletedAt: now + 6.9 * day });
    const later = info({ deletedAt: now + 7.1 * day });
    const kept = info({ deletedAt: now, kept: 'wholly' });
    const partly = info({ deletedAt: now, kept: 'partly' });
    const gone = info({ archived: true });
    const told = [
      [],
      [info()],
      [info(), later],
      [soon],
      [soon, later],
      [soon, partly, kept],
      [kept],
      [kept, gone],
    ];
    assert.deepEqual(
      told.map((infos) => pastHeader(infos, now)),
      [
        '',
        '1 session',
        '2 sessions',
        '1 session, will soon be deleted by its agent',
        '2 sessions, 1 will soon be deleted by its agent',
        '3 sessions, 2 will soon be deleted by their agents',
        '1 session, kept',
        '2 sessions, all kept',
      ],
    );
  });
});
