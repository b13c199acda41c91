// One turn of a program on a history that another version works on, too: versionProcess.ts <root> <home> <word>
// It saves a word, derives all there is to derive, and prints what it found and how often it opened a transcript.
import { openStore } from '../../../src/store/store.ts';
import { countFiles } from '../../fileCounts.ts';

const [root = '', home = '', word = ''] = process.argv.slice(2);
const workspace = { folders: [root], places: { home, env: {}, platform: process.platform } };

async function turn() {
  const store = openStore(root, { workspace: () => workspace });
  const before = (await store.dialogs.stats('d').catch(() => undefined))?.messages ?? 0;
  await store.dialogs.save('d', [{ role: 'user', text: word }]);
  await store.memories.store({ content: `fact ${word}` });
  const found: number[] = [];
  const { told } = await countFiles(home, async () => {
    found.push((await store.sessions.list(workspace)).total);
    found.push((await store.archives.list()).archives.length);
    found.push((await store.search.find({ query: 'rounding', limit: 1 })).total);
    await store.brief.make(workspace, { purpose: 'start' });
    await store.changes.days(workspace, {}, { waitMs: 60_000 });
    for await (const report of store.insight.report(workspace)) void report;
    await store.search.keep();
  });
  const opened = told.filter((call) => call.startsWith('open ')).length;
  const words = (await store.search.find({ query: 'word', limit: 100 })).total;
  return { before, after: (await store.dialogs.stats('d')).messages, found, opened, words };
}

void turn().then((done) => process.stdout.write(JSON.stringify(done)));
