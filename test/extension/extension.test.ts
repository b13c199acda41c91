import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, extensions, McpStdioServerDefinition, workspace } from 'vscode';
import { defaultLimits } from '../../src/disk/base/limits.ts';
import { defaultMaxTokens } from '../../src/disk/base/limits.ts';
import { maxMaxTokens, minMaxTokens } from '../../src/history/sessions/handOver.ts';
import {
  activated,
  eventually,
  extensionId,
  historyFolder,
  lines,
  withEmptyHistory,
  workspaceRoot,
} from './workspace.ts';

interface Setting {
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Manifest {
  readonly version: string;
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: unknown;
      readonly restrictedConfigurations: string[];
    };
    readonly virtualWorkspaces: { readonly supported: unknown };
  };
  readonly contributes: {
    readonly commands: readonly { command: string; enablement?: string; icon?: string }[];
    readonly menus: Record<
      string,
      readonly { command: string; submenu?: string; when?: string; group?: string }[]
    >;
    readonly keybindings: readonly {
      command: string;
      args?: { commands?: readonly (string | { command: string })[] };
    }[];
    readonly configuration: { readonly properties: Record<string, Setting> };
  };
}

const manifest = (): Manifest => extensions.getExtension(extensionId)?.packageJSON as Manifest;

describe('the extension', () => {
  it('activates without reading the history or writing a file', async () => {
    const { activationMs } = await activated();
    console.log(`[test] activate took ${activationMs.toFixed(1)} ms`);
    assert.equal(fs.existsSync(historyFolder()), false);
  });

  it('registers the commands of package.json and those listed in docs/decisions/menus.md', async () => {
    const table = (await activated()).commands.map(({ id }) => id);
    const declared = manifest().contributes.commands.map(({ command }) => command);
    const page = fs.readFileSync(
      join(extensions.getExtension(extensionId)?.extensionPath ?? '', 'docs/decisions/menus.md'),
      'utf8',
    );
    const elsewhere = [...page.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => `historyStore.${name}`);
    assert.deepEqual([...table].sort(), [...declared, ...elsewhere].sort());
    const registered = await commands.getCommands(true);
    assert.deepEqual(
      declared.filter((id) => !registered.includes(id)),
      [],
    );
  });

  it('disables writing commands in untrusted workspaces', async () => {
    const declared = new Set(manifest().contributes.commands.map(({ command }) => command));
    const writing = (await activated()).commands
      .filter(({ id, writes }) => writes && declared.has(id))
      .map(({ id }) => id);
    const needTrust = manifest().contributes.commands.filter(
      ({ enablement }) => enablement === 'isWorkspaceTrusted',
    );
    const ids = needTrust.map(({ command }) => command).filter((id) => !id.endsWith('Server'));
    assert.deepEqual(ids.sort(), writing.sort());
    assert.equal(manifest().capabilities.untrustedWorkspaces.supported, 'limited');
    assert.equal(manifest().capabilities.virtualWorkspaces.supported, false);
  });

  it('refers only to its own commands in menus and key bindings, with icons for inline ones', () => {
    const { contributes } = manifest();
    const known = new Map(contributes.commands.map((each) => [each.command, each]));
    const entries = [
      ...Object.values(contributes.menus).flat(),
      ...contributes.keybindings.map(({ command, args }) => {
        const last = args?.commands?.at(-1); // after those that turn the selection
        return { command: typeof last === 'object' ? last.command : command, group: '', submenu: undefined };
      }),
    ];
    for (const { command, group, submenu } of entries) {
      if (submenu !== undefined) {
        assert.ok(contributes.menus[submenu], submenu);
        continue;
      }
      assert.ok(known.has(command), command);
      if (/^(inline|navigation)/.test(group ?? ''))
        assert.ok(known.get(command)?.icon, `${command} has no icon`);
    }
  });

  it('declares the defaults of the store in package.json', () => {
    const { properties } = manifest().contributes.configuration;
    assert.equal(properties['historyStore.context.maxMessages']?.default, defaultLimits.maxMessages);
    assert.equal(properties['historyStore.context.maxBytes']?.default, defaultLimits.maxBytes);
    assert.equal(properties['historyStore.backups.retention']?.default, defaultLimits.backupRetention);
    for (const [name, value] of Object.entries(defaultLimits.contexts))
      assert.equal(properties[`historyStore.contexts.${name}`]?.default, value, name);
    const { default: tokens, minimum, maximum } = properties['historyStore.resume.maxTokens'] ?? {};
    assert.deepEqual([tokens, minimum, maximum], [defaultMaxTokens, minMaxTokens, maxMaxTokens]);
  });

  it('provides the full server definition and updates it when a setting changes', async () => {
    const { server } = await activated();
    const [definition, ...others] = server.provideMcpServerDefinitions();
    assert.ok(definition instanceof McpStdioServerDefinition);
    assert.deepEqual(others, []);
    const script = join(extensions.getExtension(extensionId)?.extensionPath ?? '', 'dist', 'server.js');
    assert.equal(definition.label, 'History');
    assert.equal(definition.command, process.execPath);
    assert.deepEqual(definition.args, [script, '--stdio', '--root', workspaceRoot()]);
    assert.deepEqual(definition.env, {
      ELECTRON_RUN_AS_NODE: '1',
      HISTORY_CONTEXT_MAX_MESSAGES: '200',
      HISTORY_CONTEXT_MAX_BYTES: '65536',
      HISTORY_BACKUP_RETENTION: '5',
      HISTORY_CONTEXTS_ENABLED: 'true',
      HISTORY_CONTEXTS_MAX_TURNS: '120',
      HISTORY_CONTEXTS_MAX_CHARS: '48000',
      HISTORY_CONTEXTS_SEARCH_TEXT_MAX_CHARS: '12000',
      HISTORY_TOOLS: 'default',
      HISTORY_LANGUAGE: 'en',
      HISTORY_SECRETS: 'mask',
      HISTORY_ARCHIVE_MAX_MESSAGE_CHARS: '0',
      HISTORY_ARCHIVE_ASSISTANT_NAME: '',
      HISTORY_ARCHIVE_TIME: 'local',
      HISTORY_KEEP: 'off', // as these tests are set
      HISTORY_KEEP_MAX_MEGABYTES: '1000',
      HISTORY_COPIES: 'off',
      HISTORY_COPIES_MAX_MEGABYTES: '2000',
    });
    assert.equal(definition.cwd?.fsPath, workspaceRoot());
    assert.ok(definition.version?.startsWith(`${manifest().version}+`), definition.version);

    const changed = new Promise<void>((resolve) => server.onDidChangeMcpServerDefinitions(resolve));
    const settings = workspace.getConfiguration('historyStore');
    await settings.update('context.maxMessages', 7);
    try {
      await changed;
      const again = await eventually('the new limit', () => {
        const [now] = server.provideMcpServerDefinitions();
        return now?.env.HISTORY_CONTEXT_MAX_MESSAGES === '7' && now;
      });
      assert.notEqual(again.version, definition.version, 'so that the editor lists the tools anew');
      const prices = { 'own-*': { input: 3, output: 15 } };
      await settings.update('prices', prices);
      const priced = server.provideMcpServerDefinitions()[0]?.env.HISTORY_PRICES;
      assert.deepEqual(JSON.parse(String(priced)), prices);
    } finally {
      await settings.update('context.maxMessages', undefined);
      await settings.update('prices', undefined);
      fs.rmSync(join(workspaceRoot(), '.vscode'), { recursive: true, force: true });
    }
  });

  it('keeps the history in the configured folder and passes it to the server', async () => {
    await withEmptyHistory(async (extension) => {
      const root = fs.mkdtempSync(join(tmpdir(), 'history-root-'));
      const settings = workspace.getConfiguration('historyStore');
      await settings.update('root', root);
      try {
        const project = await eventually('the project of the setting', () =>
          extension.services.projects.find(root),
        );
        assert.deepEqual(extension.services.projects.all, [project]);
        const [definition] = extension.server.provideMcpServerDefinitions();
        assert.equal(definition?.env.CODEX_HISTORY_ROOT, root);
        assert.deepEqual(definition.args.slice(-2), ['--root', workspaceRoot()]);
        assert.equal(process.env.CODEX_HISTORY_ROOT, root); // what hooks of the editor's agents start with
        await extension.getApi(1).save('elsewhere', [{ role: 'user', text: 'x' }]);
        assert.ok(fs.existsSync(join(root, '.chat-history', 'elsewhere', 'messages.json')));
        assert.equal(fs.existsSync(historyFolder()), false);
        await eventually('the tree shows it', async () =>
          (await lines(extension))[0]?.startsWith('elsewhere'),
        );
      } finally {
        await settings.update('root', undefined);
        fs.rmSync(root, { recursive: true });
        fs.rmSync(join(workspaceRoot(), '.vscode'), { recursive: true, force: true });
      }
      await eventually('the workspace folder again', () => extension.services.projects.find(workspaceRoot()));
      assert.equal(process.env.CODEX_HISTORY_ROOT, undefined);
    });
  });

  it('exposes an API to other extensions', async () => {
    await withEmptyHistory(async (extension) => {
      const api = extension.getApi(1);
      const changes: string[] = [];
      const listener = api.onDidChange((folder) => changes.push(folder.fsPath));
      await api.save('notes', [
        { role: 'user', text: 'one', id: 'a' },
        { role: 'user', text: 'one', id: 'a' },
        { role: 'assistant', text: 'two' },
      ]);
      assert.deepEqual(
        (await api.dialogs()).map(({ name, pinned, folder }) => ({ name, pinned, folder: folder.fsPath })),
        [{ name: 'notes', pinned: false, folder: workspaceRoot() }],
      );
      const newest = await api.messages('notes', 1);
      assert.deepEqual(
        newest.map(({ role, text }) => ({ role, text })),
        [{ role: 'assistant', text: 'two' }],
      );
      assert.equal((await api.messages('notes', 10)).length, 2);
      await eventually('a change', () => changes.includes(workspaceRoot()));
      listener.dispose();
      // @ts-expect-error there is no version 2
      assert.throws(() => extension.getApi(2), /only version 1/);
    });
  });
});
