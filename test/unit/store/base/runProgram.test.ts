import assert from 'node:assert/strict';
import { runProgram, type RunOptions } from '../../../../src/disk/base/runProgram.ts';

const options: RunOptions = { cwd: __dirname, env: { PATH: process.env.PATH }, withinMs: 60_000 };
const node = (script: string, more: Partial<RunOptions> = {}) =>
  runProgram(process.execPath, ['-e', script], { ...options, ...more });

describe('a program that is run', () => {
  it('tells what it said and how it ended', async () => {
    const said = "process.stdout.write('out 出'); process.stderr.write('err'); process.exitCode = 3";
    assert.deepEqual(await node(said), { stdout: 'out 出', stderr: 'err', code: 3 });
    assert.deepEqual(await node(''), { stdout: '', stderr: '', code: 0 });
  });

  it('reads what it is given, which ends then', async () => {
    const echo = 'process.stdin.pipe(process.stdout)';
    assert.equal((await node(echo, { input: 'a\n中\n' })).stdout, 'a\n中\n');
    assert.equal((await node(echo)).stdout, '');
  });

  it('may leave unread what it is given', async () => {
    assert.equal((await node('process.exit(0)', { input: 'x'.repeat(5_000_000) })).code, 0);
  });

  it('has the folder and the environment it is given, and no other', async () => {
    const asks = 'console.log(JSON.stringify([process.cwd(), process.env.ONLY, process.env.HOME]))';
    const { stdout } = await node(asks, { env: { ONLY: 'this' } });
    assert.deepEqual(JSON.parse(stdout), [__dirname, 'this', null]);
  });

  it('is ended where it takes too long', async () => {
    const { code, reason } = await node('setInterval(() => {}, 1_000)', { withinMs: 300 });
    assert.deepEqual([code, reason], [undefined, 'it did not end within 0.3 seconds']);
  });

  it('that is not there, or has no folder to run in, fails with the reason', async () => {
    const absent = await runProgram('no-such-program-anywhere', [], options);
    assert.equal(absent.code, undefined);
    assert.match(absent.reason ?? '', /there is no no-such-program-anywhere in the folders of PATH/);
    assert.match((await node('', { cwd: `${__dirname}/none` })).reason ?? '', /ENOENT/);
  });
});
