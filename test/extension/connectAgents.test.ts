import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { commands, TabInputTextDiff, window } from 'vscode';
import { activated, answering, eventually, type Pick } from './workspace.ts';

const connect = (id?: string): Thenable<unknown> => commands.executeCommand('historyStore.connectAgents', id);

async function accept(): Promise<void> {
  await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
}

/** Goes down to an item with the keyboard and chooses it. */
const choose =
  (label: RegExp) =>
  async (pick: Pick): Promise<void> => {
    await eventually(`${String(label)} has the focus`, async () => {
      if (label.test(pick.activeItems[0]?.label ?? '')) return true;
      await commands.executeCommand('workbench.action.quickOpenSelectNext');
      return false;
    });
    await accept();
  };

/** The files that the editor shows as diffs. */
const diffs = (): readonly string[] =>
  window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap(({ input, label }) => (input instanceof TabInputTextDiff ? [input.modified.path] : [label]));

/** A folder of the agent Codex with a configuration of the person's. */
async function codexFolder(): Promise<{
  readonly config: string;
  readonly hooks: string;
  readonly before: string;
}> {
  await activated();
  const { CODEX_HOME = '', HISTORY_STATE_HOME = '' } = process.env;
  assert.ok(CODEX_HOME && HISTORY_STATE_HOME, 'the test would write into the home folder');
  const config = join(CODEX_HOME, 'config.toml');
  const before = '# mine\nmodel = "o3"\n';
  await fs.mkdir(CODEX_HOME, { recursive: true });
  await fs.writeFile(config, before);
  return { config, before, hooks: join(CODEX_HOME, 'hooks.json') };
}

const exists = (path: string): Promise<boolean> =>
  fs.access(path).then(
    () => true,
    () => false,
  );

/** Returns the notices with their buttons that a person sees meanwhile, and chooses one of these. */
async function noticesOf(run: () => Promise<void>, button?: string): Promise<readonly string[][]> {
  const said: string[][] = [];
  const own = window.showInformationMessage;
  Reflect.set(window, 'showInformationMessage', (...words: string[]) => {
    said.push(words);
    return Promise.resolve(button);
  });
  try {
    await run();
  } finally {
    Reflect.set(window, 'showInformationMessage', own);
  }
  return said;
}

describe('connecting agents', () => {
  it('ends with a short notification that offers the next steps', async () => {
    const { config } = await codexFolder();
    const connected = await noticesOf(() => answering(() => connect('codex'), accept));
    assert.deepEqual(connected, [['Connected Codex.', 'Next Steps', 'Undo']]);
    const disconnected = await noticesOf(() => answering(() => connect('codex'), accept));
    assert.deepEqual(disconnected, [['Disconnected Codex.', 'Undo']]);
    await fs.rm(config);
  });

  it('shows the edit that has an agent keep its sessions longer, writes it on confirmation, and undoes it', async () => {
    await codexFolder();
    const { CLAUDE_CONFIG_DIR = '', HISTORY_STATE_HOME = '' } = process.env;
    assert.ok(CLAUDE_CONFIG_DIR, 'the test would write into the home folder');
    const settings = join(CLAUDE_CONFIG_DIR, 'settings.json');
    const before = '{\n  "cleanupPeriodDays": 20\n}\n';
    await fs.mkdir(CLAUDE_CONFIG_DIR, { recursive: true });
    await fs.writeFile(settings, before);
    const keep = () =>
      commands.executeCommand('historyStore.connectAgents', { agent: 'claude', keepDays: 3_650 });
    const said = await noticesOf(
      () =>
        answering(keep, async () => {
          assert.ok(
            diffs().some((label) => label.includes('settings.json')),
            diffs().join(),
          );
          assert.equal(await fs.readFile(settings, 'utf8'), before, 'nothing is written before');
          await accept();
        }),
      'Undo',
    );
    assert.deepEqual(said, [['Claude Code keeps its sessions longer.', 'Open File', 'Undo']]);
    await eventually('it is undone', async () => (await fs.readFile(settings, 'utf8')) === before);
    assert.equal(await exists(join(HISTORY_STATE_HOME, 'mcp-history-store/bin/installs')), false);
    await fs.rm(settings);
  });

  it('previews the changes for a listed agent, writes them on confirmation, and removes them again', async () => {
    const { config, hooks, before } = await codexFolder();
    await answering(connect, choose(/Codex/), async (pick) => {
      assert.ok(
        diffs().some((label) => label.includes('Codex')),
        diffs().join(),
      );
      assert.equal(await fs.readFile(config, 'utf8'), before, 'nothing is written before');
      assert.match(pick.items[0]?.description ?? '', /config\.toml, hooks\.json/);
      await accept();
    });
    assert.match(
      await fs.readFile(config, 'utf8'),
      /^# mine\nmodel = "o3"\n\n\[mcp_servers\.history\]\ncommand = ".*mcp-history-store/,
    );
    assert.match(await fs.readFile(hooks, 'utf8'), /"PreCompact"/);
    assert.ok(!diffs().some((label) => label.includes('Codex')), 'what was reviewed is closed');
    const launcher = join(process.env.HISTORY_STATE_HOME ?? '', 'mcp-history-store/bin/installs');
    assert.match(await fs.readFile(launcher, 'utf8'), /dist\/cli\.js\t/);
    await answering(
      connect,
      async (pick) => {
        const item = pick.items.find(({ label }) => label.includes('Codex'));
        assert.equal(item?.description, 'connected');
        await choose(/Codex/)(pick);
      },
      accept,
    );
    assert.equal(await fs.readFile(config, 'utf8'), before);
    assert.equal(await exists(hooks), false);
    assert.equal(await exists(launcher), false, 'nothing starts the launcher any more');
    await fs.rm(config);
  });

  it('asks a single question for a named agent, with options that update the preview', async () => {
    const { config, hooks, before } = await codexFolder();
    await answering(
      () => connect('codex'),
      choose(/Without Hooks/),
      choose(/With Short Rules/),
      (pick) => {
        assert.match(pick.items[0]?.description ?? '', /config\.toml, AGENTS\.md/);
        pick.hide();
        return Promise.resolve();
      },
    );
    assert.equal(await fs.readFile(config, 'utf8'), before, 'nobody agreed');
    await answering(() => connect('codex'), choose(/Without Hooks/), accept);
    assert.notEqual(await fs.readFile(config, 'utf8'), before);
    assert.equal(await exists(hooks), false);
    // Connected in part: what is missing is offered; taken out from there, nothing is left.
    await answering(() => connect('codex'), accept);
    assert.ok(await exists(hooks));
    await answering(() => connect('codex'), accept);
    assert.equal(await fs.readFile(config, 'utf8'), before);
    await fs.rm(config);
  });
});
