import assert from 'node:assert/strict';
import { formatHubUrl } from '../../src/team/hubUrl.ts';
import { openStore } from '../../src/store/store.ts';
import { withModel } from '../embeddingModel.ts';
import { startPglite, type TestPglite } from '../hub/pglite.ts';
import { withCli } from './withCli.ts';

describe('mcp-history-store team with embeddings', function () {
  let pglite: TestPglite;
  before(async () => {
    pglite = await startPglite();
  });
  after(() => pglite.stop());

  it('reports what searching by meaning lacks, sends vectors, and finds by them', () =>
    withModel((model) =>
      withCli(async ({ cli, json, project }) => {
        const env = { HISTORY_EMBEDDINGS_URL: model.url, HISTORY_EMBEDDINGS_MODEL: 'm' };
        const run = async (...args: string[]): Promise<string> =>
          (await cli(['team', ...args], '', env)).stdout;
        const doctor = async (): Promise<string> => {
          const { stdout } = await cli(['doctor', '--json'], '', env);
          const { checks } = JSON.parse(stdout) as {
            checks: { id: string; findings: { id: string; data: { state?: string } }[] }[];
          };
          const hub = checks.find(({ id }) => id === 'hub');
          return String(hub?.findings.map(({ id, data: { state } }) => [id, state].join(' ').trim()));
        };
        await openStore(project).dialogs.save(
          'd',
          ['the automobile is red', 'buy a car'].map((text) => ({
            role: 'user',
            text,
            ts: 1_770_000_000_000,
          })),
        );
        const url = formatHubUrl(pglite.address('history_owner'));
        await run('setup', url, '--share', 'dialogs');
        assert.match(
          await run('status'),
          /an administrator of the database has to run CREATE EXTENSION vector/,
        );
        assert.equal(await doctor(), 'hub.answers,hub.meaning creation');
        assert.equal(await run('push'), 'Sent: 2\n');
        assert.match(await run('search', 'car'), /^1 found\./);
        assert.deepEqual(model.asked, []);

        await pglite.run('create extension vector');
        await run('setup');
        assert.match(await run('status'), /is searched by meaning, too, with vectors of m\.\n/);
        assert.equal(await doctor(), 'hub.answers,hub.meaning on');
        assert.equal(await run('push'), 'Sent: 0\nVectors sent: 2\n');
        assert.match(
          await run('search', 'car'),
          /^2 found\..*message d\n  buy a car\n.*message d ≈\n  the automobile is red\n$/s,
        );

        assert.equal((await json('team', 'status')).meaning, 'embeddings');
        assert.match((await cli(['team', 'search', 'car'])).stdout, /^1 found\./);
        assert.doesNotMatch((await cli(['doctor', '--json'])).stdout, /hub\.meaning/);
        model.status = 503;
        assert.match(
          await run('search', 'car'),
          /^1 found\..*\nFound by words only: .* failed: it answered 503/s,
        );
        const wrong = await cli(['team', 'search', 'car'], '', { HISTORY_EMBEDDINGS_URL: 'nowhere' });
        assert.match(wrong.stdout, /^1 found\..*\nHISTORY_EMBEDDINGS_URL is "nowhere"/s);
      }),
    ));
});
