import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { commands, ConfigurationTarget, window, workspace, type QuickPickItem } from 'vscode';
import { shellLine } from '../../src/extension/sessions/agents.ts';
import { withSessions, writeSession } from './sessionWorkspace.ts';
import { eventually, workspaceRoot } from './workspace.ts';

const systems: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'osx', win32: 'windows' };

/** Lets terminals find a program first that writes its folder and arguments into the file that is given. */
async function withProgram(name: string, body: (written: string) => Promise<void>): Promise<void> {
  const bin = fs.mkdtempSync(join(tmpdir(), 'programs 程序 '));
  const written = join(bin, 'written');
  fs.writeFileSync(join(bin, name), `#!/bin/sh\nprintf '%s\\n' "$PWD" "$@" > '${written}'\n`, {
    mode: 0o755,
  });
  fs.writeFileSync(join(bin, `${name}.cmd`), `@(cd & for %%a in (%*) do @echo %%a) > "${written}"\r\n`);
  const settings = workspace.getConfiguration('terminal.integrated.env');
  const system = systems[process.platform] ?? 'linux';
  const value = { PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
  await settings.update(system, value, ConfigurationTarget.Global);
  try {
    await body(written);
  } finally {
    await settings.update(system, undefined, ConfigurationTarget.Global);
    for (const terminal of window.terminals) terminal.dispose();
    fs.rmSync(bin, { recursive: true, force: true });
  }
}

const resume = (path: string) =>
  commands.executeCommand('historyStore.resumeInTerminal', { folder: workspaceRoot(), path });

/** Takes the choice whose label ends so, in the list that a command shows; returns all labels. */
async function choosing(end: string, run: () => Thenable<unknown>): Promise<readonly string[]> {
  const show = window.showQuickPick;
  let labels: readonly string[] = [];
  Reflect.set(window, 'showQuickPick', (items: readonly QuickPickItem[]) => {
    labels = items.map(({ label }) => label);
    return Promise.resolve(items.find(({ label }) => label.endsWith(end)));
  });
  try {
    await run();
    return labels;
  } finally {
    Reflect.set(window, 'showQuickPick', show);
  }
}

const withoutIcons = (labels: readonly string[]): readonly string[] =>
  labels.map((label) => label.replace(/^\$\(.+?\) /, ''));

describe('Continue In', () => {
  const codexHome = process.env.CODEX_HOME ?? '';
  beforeEach(() => void fs.mkdirSync(codexHome, { recursive: true }));

  it('starts a session of another agent with the conversation so far', () =>
    withSessions(() =>
      withProgram('codex', async (written) => {
        const row = { kind: 'session', folder: workspaceRoot(), path: writeSession('handed') };
        const labels = await choosing('Codex', () => commands.executeCommand('historyStore.continueIn', row));
        const shown = withoutIcons(labels);
        assert.deepEqual(shown.slice(0, 2), ['Claude Code', 'Chat']);
        assert.ok(shown.includes('Codex'));
        assert.equal(shown.at(-1), 'Copy as Chat Context');
        const [folder = '', prompt = ''] = await eventually('the program ran', () => {
          const lines = fs.existsSync(written) ? fs.readFileSync(written, 'utf8').trim().split(/\r?\n/) : [];
          return lines.length > 1 && lines;
        });
        assert.equal(fs.realpathSync(folder), fs.realpathSync(workspaceRoot()));
        const options = window.terminals.map(({ creationOptions }) => creationOptions);
        const isUnmarked = options.some(
          (each) => 'env' in each && each.env.CLAUDE_CODE_CHILD_SESSION === null,
        );
        assert.ok(isUnmarked, 'an agent would keep no transcript of a marked one');
        const file = /in (.+) and continue it/.exec(prompt)?.[1] ?? '';
        assert.match(fs.readFileSync(file, 'utf8'), /handed waits\./);
      }),
    ));

  it('writes a session that another agent resumes, where its program is found', function () {
    if (process.platform === 'win32') this.skip();
    return withSessions(() =>
      withProgram('codex', async (written) => {
        const path = process.env.PATH;
        const bin = fs.mkdtempSync(join(tmpdir(), 'versions'));
        fs.writeFileSync(join(bin, 'codex'), '#!/bin/sh\necho codex-cli 0.171.0\n', { mode: 0o755 });
        process.env.PATH = `${bin}${delimiter}${path}`;
        try {
          const row = { kind: 'session', folder: workspaceRoot(), path: writeSession('native') };
          await choosing('Codex', () => commands.executeCommand('historyStore.continueIn', row));
          const [, command, id = ''] = await eventually('the program ran', () => {
            const lines = fs.existsSync(written) ? fs.readFileSync(written, 'utf8').trim().split('\n') : [];
            return lines.length > 2 && lines;
          });
          assert.equal(command, 'resume');
          const files = fs.readdirSync(codexHome, { recursive: true }).map(String);
          const rollout = files.find((name) => name.endsWith(`-${id}.jsonl`)) ?? '';
          assert.match(fs.readFileSync(join(codexHome, rollout), 'utf8'), /native waits\./);
        } finally {
          process.env.PATH = path;
          fs.rmSync(bin, { recursive: true, force: true });
          fs.rmSync(join(codexHome, 'sessions'), { recursive: true, force: true }); // or later tests could choose it
        }
      }),
    );
  });

  it('starts a session from a dialog', () =>
    withSessions((extension) =>
      withProgram('codex', async (written) => {
        const [project] = extension.services.projects.all;
        await project?.dialogs.save('shop’s "plan"', [{ role: 'user', text: 'Round once' }]);
        const row = { kind: 'dialog', folder: workspaceRoot(), dialog: 'shop’s "plan"' };
        const labels = await choosing('Codex', () => commands.executeCommand('historyStore.continueIn', row));
        assert.equal(withoutIcons(labels)[0], 'Chat');
        await eventually('the program ran', () => fs.existsSync(written));
      }),
    ));

  it('builds no command line that a shell would alter', () => {
    assert.equal(shellLine(['codex', 'Read /a b/c and go on.']), 'codex "Read /a b/c and go on."');
    for (const bad of ['$HOME', '`x`', 'a"b', 'a“b', '100%', 'hi!', 'C:\\', 'a\nb'])
      assert.equal(shellLine(['codex', bad]), undefined, bad);
  });
});

describe('Continue Session in Terminal', () => {
  it('runs the agent’s program in the folder of the session', () =>
    withSessions(() =>
      withProgram('claude', async (written) => {
        await resume(writeSession('resumed'));
        const [folder = '', ...words] = await eventually('the program ran', () => {
          const lines = fs.existsSync(written) ? fs.readFileSync(written, 'utf8').trim().split(/\r?\n/) : [];
          return lines.length > 2 && lines;
        });
        assert.deepEqual(
          window.terminals.map(({ name }) => name),
          ['Claude Code'],
        );
        assert.equal(fs.realpathSync(folder), fs.realpathSync(workspaceRoot()));
        assert.deepEqual(words, ['--resume', 'resumed-0000-4000-8000-000000000000']);
      }),
    ));

  it('rejects a session whose id is more than one word', () =>
    withSessions(async (extension) => {
      const path = writeSession('x');
      const evil = fs.readFileSync(path, 'utf8').replaceAll('x-0000', 'x;touch y-0000');
      fs.writeFileSync(path, evil);
      const before = window.terminals.length;
      await resume(path);
      assert.equal(window.terminals.length, before);
      const [project] = extension.services.projects.all;
      assert.ok(project);
      const [info] = await extension.services.sessionLists.of(project).sessions();
      assert.match(info?.sessionId ?? '', /;touch/);
    }));
});
