import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Finding } from '../../../src/doctor/types.ts';
import { projectName } from '../../../src/disk/files/projectId.ts';
import { hubSettingsFile } from '../../../src/team/hubFiles.ts';
import { changeHubSettings } from '../../../src/team/hubSettings.ts';
import { openStore } from '../../../src/store/store.ts';
import { user } from '../store/withStore.ts';
import { withTarget, write, type Ward } from './withTarget.ts';

const ids = (findings: readonly Finding[]) => findings.map(({ id, level }) => `${id} ${level}`);

/** A project with a history, whose person has set a hub. */
async function withHub(url: string, test: (ward: Ward & { readonly project: string }) => Promise<void>) {
  await withTarget(async (ward) => {
    const store = openStore(ward.root);
    await store.dialogs.save('plans', [user('hello')]);
    const project = projectName(store.folder)?.id ?? '';
    assert.notEqual(project, '');
    await changeHubSettings(ward.target.machine, project, { url });
    await test({ ...ward, project });
  });
}

/** An address where nobody answers. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address !== null && typeof address === 'object' ? address.port : 0;
}

describe('the hub, for the doctor', () => {
  it('is no subject where none is set, with a history and without', () =>
    withTarget(async ({ findings, root }) => {
      assert.deepEqual(await findings('hub'), []);
      await openStore(root).dialogs.save('plans', [user('hello')]);
      assert.deepEqual(await findings('hub'), []);
    }));

  it('that does not answer is named with its address, never its password, in both languages', async () => {
    const port = await closedPort();
    await withHub(`postgresql://me:geheim%21@127.0.0.1:${port}/history`, async ({ findings }) => {
      const found = await findings('hub');
      assert.deepEqual(ids(found), ['hub.silent problem']);
      const { message } = found[0]!;
      assert.match(message.en, new RegExp(`127\\.0\\.0\\.1:${port}`));
      assert.match(message.zh, /^中心不可用：无法连接。内容不会丢失，恢复后会继续。/);
      assert.ok(!JSON.stringify(found).includes('geheim'));
    });
  });

  it('says that sending is paused beside whatever else is wrong', async () => {
    const url = `postgresql://me:x@127.0.0.1:${await closedPort()}/history`;
    await withHub(url, async ({ findings, target, project }) => {
      await changeHubSettings(target.machine, project, { paused: true });
      assert.deepEqual(ids(await findings('hub')), ['hub.silent problem', 'hub.paused note']);
    });
  });

  it('with an address that is none says what is wrong with it', () =>
    withTarget(async ({ findings, target }) => {
      const rows: readonly (readonly [url: string, problem: RegExp])[] = [
        ['mysql://me@h/x', /is not such an address/],
        ['postgresql://h/x', /names no user/],
        ['postgresql://me@h', /names no database/],
        ['postgresql://me:pass%zz@h/x', /% that begins no character/],
        ['postgresql://me:geheim@h/x?sslmode=prefer', /sslmode="prefer"; it takes verify-full/],
      ];
      for (const [url, problem] of rows) {
        const machine = { ...target.machine, env: { HISTORY_HUB_URL: url } };
        const found = await findings('hub', { machine });
        assert.deepEqual(ids(found), ['hub.wrong problem'], url);
        assert.match(found[0]!.message.en, problem);
        assert.ok(!JSON.stringify(found).includes('geheim'));
      }
    }));

  it('warns of connections that others on the way can read, not of those within this machine', () =>
    withTarget(async ({ findings, target, root }) => {
      const port = await closedPort();
      const warned = async (host: string, mode: string) => {
        const url = `postgresql://me:x@${host}/history?sslmode=${mode}`;
        const machine = { ...target.machine, env: { HISTORY_HUB_URL: url } };
        const found = (await findings('hub', { machine })).find(({ id }) => id === 'hub.insecure');
        return found?.subject;
      };
      assert.equal(await warned(`127.0.0.1:${port}`, 'disable'), undefined);
      assert.equal(await warned(`localhost:${port}`, 'no-verify'), undefined);
      assert.equal(await warned(`[::1]:${port}`, 'disable'), undefined);
      assert.equal(
        await warned('', `disable&host=${encodeURIComponent(join(root, 'no socket'))}`),
        undefined,
        'a socket of this machine',
      );
      // Names that only begin like those of this machine, which nobody can have.
      for (const host of ['localhost.invalid', '127.0.0.1.invalid', 'db.invalid'])
        assert.equal(await warned(host, 'disable'), `postgresql://me@${host}/history`);
      assert.equal(await warned('db.invalid', 'verify-full'), undefined);
    }));

  it('takes the password that the editor keeps, and asks for it only where the address has none', async () => {
    const port = await closedPort();
    const asked: string[] = [];
    const hubPassword = (project: string, hub: string) => {
      asked.push(`${project} ${hub}`);
      return Promise.resolve('kept by the editor');
    };
    await withHub(`postgresql://me@127.0.0.1:${port}/history`, async ({ findings, project }) => {
      assert.deepEqual(ids(await findings('hub', { hubPassword })), ['hub.silent problem']);
      assert.deepEqual(asked, [`${project} postgresql://me@127.0.0.1:${port}/history`]);
    });
    await withHub(`postgresql://me:own@127.0.0.1:${port}/history`, async ({ findings }) => {
      await findings('hub', { hubPassword });
      assert.equal(asked.length, 1);
    });
  });

  it('is looked for at no address where what a person set of it is damaged', async () => {
    await withHub('postgresql://me:x@db.invalid/history', async ({ findings, target, project }) => {
      await write(hubSettingsFile(target.machine, project), '{"url": 7, "paused"');
      assert.ok((await findings('hub')).every(({ id }) => id !== 'hub.silent'));
    });
  });
});
