import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stateVariable, thisMachine } from '../../src/disk/base/stateFolder.ts';
import { embeddingVariables, httpEmbeddings } from '../../src/history/embeddings/embeddings.ts';
import { connectHub } from '../../src/team/connection.ts';
import { changeHubSettings } from '../../src/team/hubSettings.ts';
import { formatHubUrl } from '../../src/team/hubUrl.ts';
import { prepareHub } from '../../src/team/joinHub.ts';
import { addProject, setMember } from '../../src/team/members.ts';
import { pushVectors } from '../../src/team/pushVectors.ts';
import { pushHistory } from '../../src/team/syncHistory.ts';
import type { HubConnection } from '../../src/team/types.ts';
import { syncHub } from '../../src/team/hubSync.ts';
import { openHubHistory } from '../../src/store/hubHistory.ts';
import { options, quickInput, runCommand, themes } from '../editor/workbench.ts';
import { withModel, type Model } from '../embeddingModel.ts';
import { holds } from '../eventually.ts';
import { startPglite, type TestPglite } from '../hub/pglite.ts';
import { picture, sharedEditor, type Folders } from './withEditor.ts';

describe('searching the hub by meaning in the window', function () {
  const state = fs.mkdtempSync(join(tmpdir(), 'hub-state-'));
  const env: Record<string, string> = { [stateVariable]: state, [embeddingVariables.model]: 'm' };
  const project = randomUUID();
  let pglite: TestPglite | undefined;
  let ann: HubConnection | undefined;
  let model: Model | undefined;
  let done = (): void => undefined;
  const until = new Promise<void>((resolve) => (done = resolve));

  /** Makes the folder one of Bob's, with a hub that Ann has sent a dialog to, and vectors of it. */
  async function prepare({ root, dialogs }: Folders): Promise<void> {
    const begun = await new Promise<Model>((resolve) => {
      void withModel((given) => {
        resolve(given);
        return until;
      });
    });
    model = begun;
    env[embeddingVariables.url] = begun.url;
    pglite = await startPglite();
    await pglite.run('create extension vector');
    const owner = await connectHub(pglite.address('history_owner'));
    await prepareHub(owner);
    await owner.close();
    for (const name of ['ann', 'bob'])
      await pglite.run(`create role ${name} login in role history_hub_people`);
    ann = await connectHub(pglite.address('ann'));
    await addProject(ann, { id: project, name: 'shop' });
    await setMember(ann, project, { person: 'bob', access: 'writer' });
    const hers = join(state, 'hers');
    write(join(hers, '.chat-history/project.json'));
    const history = openHubHistory(hers);
    const at = Date.UTC(2026, 10, 20, 9);
    await history.local.dialogs.save('Fleet', [
      { role: 'user', text: 'Which automobile do we lease for deliveries?', ts: at },
      { role: 'assistant', text: 'The small electric one, **twelve** of them.', ts: at + 60_000 },
    ]);
    const embeddings = httpEmbeddings({ url: begun.url, model: 'm' });
    await syncHub(history, { connection: ann, hub: 'hub' }, async (sync) => {
      await pushHistory(sync, 'dialogs');
      await pushVectors(sync, embeddings);
    });
    write(join(root, '.chat-history/project.json'));
    await dialogs.save('garage', [{ role: 'user', text: 'Where is the car parked?', ts: at }]);
    const machine = thisMachine({ ...process.env, [stateVariable]: state });
    await changeHubSettings(machine, project, { url: formatHubUrl(pglite.address('bob')), share: 'dialogs' });
  }
  function write(file: string): void {
    fs.mkdirSync(join(file, '..'), { recursive: true });
    fs.writeFileSync(file, JSON.stringify({ v: 1, id: project }));
  }
  const settings = { 'workbench.colorTheme': themes.dark };
  const inEditor = sharedEditor({ prepare, settings, env });
  after(async () => {
    done();
    await ann?.close();
    await pglite?.stop();
    fs.rmSync(state, { recursive: true, force: true });
  });

  it(
    'embeds what is sent, finds similar meanings, and reports failures',
    inEditor(async ({ page }) => {
      const bobs = 'select from history_hub.vectors where project = $1 and owner = $2';
      await holds(async () => assert.equal((await ann?.query(bobs, [project, 'bob']))?.length, 1));
      await runCommand(page, 'History: Search History');
      await quickInput(page, 'exact phrase');
      const input = page.locator('.quick-input-widget input.input');
      await input.fill('car source:hub');
      await options(page, 'Which automobile do we lease').filter({ hasText: '≈' }).waitFor();
      await options(page, 'garage').waitFor();
      await picture(page, 'hub-meaning');
      assert.ok(model);
      model.status = 503;
      await input.fill('parked source:hub');
      await options(page, 'Found by words only').waitFor();
      await options(page, 'garage').waitFor();
      await picture(page, 'hub-meaning-failed');
    }),
  );
});
