import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import JSZip from 'jszip';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../editor/places.ts';
import { cleanClone, filesBelow } from './cleanClone.ts';
import { assertFits } from './schema.ts';

const allowed =
  /^(manifest\.json|icon\.png|LICENSE|dist\/([\w-]+\.js|node-sqlite3-wasm\.wasm|THIRD_PARTY_NOTICES\.txt))$/;

interface Manifest {
  readonly version: string;
  readonly tools: readonly { readonly name: string }[];
  readonly server: {
    readonly entry_point: string;
    readonly mcp_config: { readonly command: string; readonly args: readonly string[] };
  };
}

describe('the MCPB bundle, unpacked where nothing else is', function () {
  const temporary = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'history mcpb 包 ')));
  const bundle = join(temporary, 'history.mcpb');
  const unpacked = join(temporary, 'unpacked');
  const project = join(temporary, 'project');
  let manifest: Manifest;

  before(async () => {
    fs.mkdirSync(join(project, '.git'), { recursive: true });
    const clone = join(temporary, 'clone'); // packing replaces what is built, which other tests are using
    cleanClone(clone);
    const script = join(clone, 'scripts/mcpb.mjs');
    execFileSync(process.execPath, [script, '--out', bundle], { stdio: 'pipe' });
    const zip = await JSZip.loadAsync(fs.readFileSync(bundle));
    for (const file of Object.values(zip.files)) {
      fs.mkdirSync(dirname(join(unpacked, file.name)), { recursive: true });
      fs.writeFileSync(join(unpacked, file.name), await file.async('nodebuffer'));
    }
    manifest = JSON.parse(fs.readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as Manifest;
  });

  after(() => fs.rmSync(temporary, { recursive: true, force: true }));

  it('has a manifest that hosts take, of this version', () => {
    assertFits(manifest, 'mcpb-manifest-v0.3.schema.json');
    const own = JSON.parse(fs.readFileSync(join(projectRoot, 'package.json'), 'utf8')) as Manifest;
    assert.equal(manifest.version, own.version);
  });

  it('holds what it starts and nothing else, in less than 1.58 MB', () => {
    const files = filesBelow(unpacked);
    assert.deepEqual(
      files.filter((file) => !allowed.test(file) || file.startsWith('dist/extension')),
      [],
    );
    assert.ok(files.includes(manifest.server.entry_point), files.join());
    assert.ok(fs.statSync(bundle).size < 1_575_000, `${fs.statSync(bundle).size} bytes`);
  });

  it('is started as a host starts it, with the folder that the person chose', async () => {
    const values: Record<string, string> = { __dirname: unpacked, 'user_config.project': project };
    const { command, args } = manifest.server.mcp_config;
    const substituted = args.map((arg) =>
      arg.replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => values[name]!),
    );
    const env = { PATH: dirname(process.execPath), HOME: temporary, USERPROFILE: temporary };
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({ command, args: substituted, env, cwd: tmpdir(), stderr: 'ignore' }),
    );
    try {
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        manifest.tools.map(({ name }) => name),
      );
      const entries = [{ role: 'user', text: 'Ship on Friday' }];
      const reply = await client.callTool({ name: 'history_save', arguments: { dialog: 'plan', entries } });
      assert.notEqual(reply.isError, true, JSON.stringify(reply.content));
    } finally {
      await client.close();
    }
    assert.match(
      fs.readFileSync(join(project, '.chat-history/plan/messages.json'), 'utf8'),
      /Ship on Friday/,
    );
  });
});
