import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Places } from '../../../src/agents/profile/machine.ts';
import { listTranscripts } from '../../../src/agents/readTranscript.ts';
import { rootsOf } from '../../../src/agents/reading/roots.ts';
import { recordedFolders } from '../../../src/disk/projects/recordedFolder.ts';
import { dropCopies } from '../../../src/disk/sqlite/database.ts';
import { codex, withMachine } from './machine.ts';
import { plainAgents } from './plainAgents.ts';
import { storedForms, writeStored } from './storedAgents.ts';

/** Texts that name no folder of this machine. */
const foreign = [
  ...['shop', 'src/shop', './shop', '', '~/shop', 'C:shop', 'https://host/shop', 'file:', 'file:shop'],
  ...[
    'D:\\Other\\shop',
    '\\\\?\\D:\\Other',
    '\\\\server\\share\\x',
    '\\\\wsl$\\Debian\\shop',
    'file://host/x',
  ],
  ...['vscode-remote://ssh-remote%2Bbox/shop', 'vscode-remote://codespaces%2Ba/shop', 'vscode-remote:shop'],
];

const includes = async (text: string, folder: string, more: Partial<Places> = {}): Promise<boolean> =>
  (await rootsOf({ home: '/home/me', env: {}, platform: 'linux', ...more }, folder)).include(text);

describe('folders that agents recorded', () => {
  afterEach(dropCopies);

  it('are not looked for below the folder in which this program runs', async () => {
    for (const text of foreign) assert.equal(await includes(text, process.cwd()), false, text);
    assert.equal(await includes(join(process.cwd(), 'src'), process.cwd()), true);
    assert.equal(await includes(`file://${process.cwd()}/src`, process.cwd()), true);
  });

  it('of a drive are the same in WSL and outside of it', async () => {
    const of = (text: string, folder: string) => includes(text, folder);
    assert.ok(await of('C:\\Users\\Me\\shop', '/mnt/c/Users/Me/shop'));
    assert.ok(await of('c:/users/me/shop/src', '/mnt/c/Users/Me/shop'));
    assert.ok(!(await of('D:\\Users\\Me\\shop', '/mnt/c/Users/Me/shop')));
    assert.ok(!(await of('/mnt/c/users/me/shop', '/mnt/c/Users/Me/shop')));
    assert.ok(!(await of('C:\\Users\\Me', '/mnt/c/Users/Me/shop')));
  });

  it('of WSL belong to their distribution', async () => {
    const debian = { env: { WSL_DISTRO_NAME: 'Debian' } };
    for (const text of ['\\\\wsl$\\debian\\w\\shop', '\\\\wsl.localhost\\Debian\\w\\shop\\src'])
      assert.ok(await includes(text, '/w/shop', debian), text);
    assert.ok(!(await includes('\\\\wsl$\\Ubuntu\\w\\shop', '/w/shop', debian)));
    assert.ok(await includes('vscode-remote://wsl%2Bdebian/w/shop', '/w/shop', debian));
    assert.ok(!(await includes('vscode-remote://wsl%2Bubuntu/w/shop', '/w/shop', debian)));
    assert.deepEqual(recordedFolders('vscode-remote://wsl+Debian/w/a%20b', { env: {}, platform: 'win32' }), [
      '\\\\wsl.localhost\\Debian\\w\\a b',
      '\\\\wsl$\\Debian\\w\\a b',
    ]);
  });

  it('of a container are those of the host that it shows', async () => {
    const container = (name: string) =>
      `vscode-remote://dev-container%2B${Buffer.from(name).toString('hex')}/workspaces/shop`;
    assert.ok(await includes(container('{"hostPath":"/w/shop","localDocker":true}'), '/w/shop'));
    assert.ok(await includes(container('/w/shop'), '/w/shop'));
    assert.ok(!(await includes(container('{"hostPath":"/w/other"}'), '/workspaces/shop')));
    assert.ok(await includes(container('{"'), '/workspaces/shop'));
    assert.ok(!(await includes('vscode-remote://attached-container%2B7b22/w/shop', '/w/shop')));
  });

  it('are the same in both forms of Unicode on macOS', async () => {
    const [composed, split] = ['/w/caf\u00e9', '/w/cafe\u0301'];
    assert.ok(await includes(split, composed, { platform: 'darwin' }));
    assert.ok(await includes(composed, split, { platform: 'darwin' }));
    assert.ok(!(await includes(split, composed)));
  });

  it('of another system bring no session of any agent here', () =>
    withMachine(async ({ places, write }) => {
      const cwd = 'D:\\Other\\shop';
      for (const form of storedForms.filter(({ agent }) => agent !== 'cursor'))
        writeStored(form, places, `${form.agent} there`, cwd);
      for (const [agent, written] of Object.entries(plainAgents).filter(([name]) => !inProject.has(name)))
        for (const [path, content] of written(`${agent} there`, { cwd, platform: 'linux' }))
          await write(path, content.replaceAll(pathToFileURL(cwd).href, 'file:///D:/Other/shop'));
      await write('.codex/sessions/2026/02/05/rollout-1.jsonl', codex('shop', 'codex there'));
      await write('.gemini/tmp/shop/.project_root', cwd);
      const listed = await listTranscripts(places, process.cwd());
      assert.deepEqual(
        listed.map(({ agent, title }) => `${agent}: ${title}`),
        [],
      );
    }));
});

/** Agents that write into the project itself. */
const inProject: ReadonlySet<string> = new Set(['aider', 'specstory']);
