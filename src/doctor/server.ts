import { createInterface } from 'node:readline';
import { isObject, jsonOf, errorMessage } from '../disk/base/core.ts';
import { startProgram } from '../disk/base/runProgram.ts';
import { oneLine } from '../disk/text/containText.ts';
import { ok, problem, text } from './findings.ts';
import { noProgram, programOf, testEnvironment, type Program } from './startedProgram.ts';
import type { Check, RepairableFinding, CheckTarget } from './types.ts';

/** Maximum time to answer; agents wait at least as long. Milliseconds. */
const answerMs = 12_000;
/** Maximum characters of the program's error output in a finding. */
const maxReason = 500;
const protocolVersion = '2025-06-18';

interface Answer {
  readonly version: string;
  readonly tools: number;
  readonly ms: number;
}

/** Checks that the server starts as agents start it and lists its tools. */
export const serverCheck: Check = {
  id: 'server',
  title: text('Server'),
  withinMs: 15_000,
  run: async (target) => {
    const program = programOf(target);
    if (program === undefined) return [silent(noProgram, '')];
    const subject = [program.command, ...program.args].join(' ');
    try {
      return [answered(await listTools(program, target), subject)];
    } catch (error) {
      const reason = errorMessage(error);
      return [silent(oneLine(reason), subject)];
    }
  },
};

const silent = (reason: string, subject: string): RepairableFinding =>
  problem('server.silent', text('The server does not answer: {0}', reason), {
    subject,
    data: { reason },
  });

function answered({ version, tools, ms }: Answer, subject: string): RepairableFinding {
  const message = text('Version {0} starts and tells its {1} tools within {2} ms.', version, tools, ms);
  return ok('server.answers', message, { subject, data: { version, tools, ms } });
}

const request = (id: number, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

const clientInfo = { name: 'mcp-history-store-doctor', version: '1' };
const hello = request(1, 'initialize', { protocolVersion, capabilities: {}, clientInfo });
const initialized = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`;

/** Lists a server's tools as an agent would, then ends it in any case. */
function listTools({ command, args }: Program, target: CheckTarget): Promise<Answer> {
  const began = performance.now();
  const cwd = target.project ?? target.machine.home;
  const child = startProgram(command, [...args, 'serve'], {
    cwd,
    env: testEnvironment(target),
    project: target.project,
  });
  let errorText = '';
  let version = '';
  const answer = new Promise<Answer>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not within ${answerMs / 1_000} seconds`)), answerMs);
    const fail = (reason: string): void => {
      clearTimeout(timer);
      reject(new Error(errorText === '' ? reason : `${reason}: ${errorText.trim().slice(0, maxReason)}`));
    };
    child.once('error', (error) => fail(error.message));
    child.once('close', (code) => fail(`it ended with ${code ?? 'a signal'}`));
    child.stderr
      .setEncoding('utf8')
      .on('data', (piece: string) => (errorText = (errorText + piece).slice(-4 * maxReason)));
    child.stdin.on('error', () => undefined); // `close` reports more
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { id, result } = messageIn(line);
      if (id === 1) version = versionIn(result);
      if (id === 1) child.stdin.write(initialized + request(2, 'tools/list'));
      if (id !== 2) return;
      clearTimeout(timer);
      resolve({ version, tools: toolsIn(result), ms: Math.round(performance.now() - began) });
    });
    child.stdin.write(hello);
  });
  return answer.finally(() => {
    child.stdin.end();
    child.kill('SIGKILL');
  });
}

function messageIn(line: string): Readonly<Record<string, unknown>> {
  const message = jsonOf(line);
  return isObject(message) ? message : {};
}

function versionIn(result: unknown): string {
  const info = isObject(result) ? result.serverInfo : undefined;
  return isObject(info) ? String(info.version) : '?';
}

function toolsIn(result: unknown): number {
  const tools = isObject(result) ? result.tools : undefined;
  return Array.isArray(tools) ? tools.length : 0;
}
