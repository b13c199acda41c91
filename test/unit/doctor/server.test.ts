import assert from 'node:assert/strict';
import { withTarget, write, type Ward } from './withTarget.ts';

/** A program in the place of ours, which answers each request by its number. */
const answering = (answers: Readonly<Record<number, string>>, first = ''): string => `
const answers = ${JSON.stringify(answers)};
${first}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const answer = answers[JSON.parse(line).id];
  if (answer !== undefined) console.log(answer);
});`;

const reply = (id: number, result: object): string => JSON.stringify({ jsonrpc: '2.0', id, result });
const hello = reply(1, { serverInfo: { name: 'ours', version: '9.8.7' } });
const tools = reply(2, { tools: [{ name: 'a' }, { name: 'b' }] });

/** What the doctor says of a server that is this program. */
async function found({ target, findings }: Ward, program: string) {
  await write(target.cli, program);
  const [finding, ...others] = await findings('server');
  assert.deepEqual(others, []);
  return { id: finding?.id, message: finding?.message.en ?? '', data: finding?.data ?? {} };
}

describe('the server, as the doctor starts it', () => {
  it('answers with its version and its tools', () =>
    withTarget(async (ward) => {
      const { id, message, data } = await found(ward, answering({ 1: hello, 2: tools }));
      assert.equal(id, 'server.answers', message);
      assert.match(message, /^Version 9\.8\.7 starts and tells its 2 tools within \d+ ms\.$/);
      assert.deepEqual([data.version, data.tools], ['9.8.7', 2]);
    }));

  it('is understood among lines that are no answers', () =>
    withTarget(async (ward) => {
      const noise = "console.log('ready'); console.log('[1,2]'); console.log('{\"id\":7}');";
      assert.equal((await found(ward, answering({ 1: hello, 2: tools }, noise))).id, 'server.answers');
    }));

  it('may say neither its version nor any tool', () =>
    withTarget(async (ward) => {
      const { message } = await found(ward, answering({ 1: reply(1, {}), 2: reply(2, { tools: 'many' }) }));
      assert.match(message, /^Version \? starts and tells its 0 tools/);
    }));

  it('that ends is told with what it said last', () =>
    withTarget(async (ward) => {
      const { id, message } = await found(ward, "console.error('no such module: x'); process.exitCode = 3;");
      assert.equal(id, 'server.silent');
      assert.match(message, /it ended with 3: no such module: x$/);
    }));

  it('that is not there is told', () =>
    withTarget(async (ward) => {
      const [finding] = await ward.findings('server');
      assert.equal(finding?.id, 'server.silent');
      assert.match(finding.message.en, /^The server does not answer: \S/);
    }));
});
