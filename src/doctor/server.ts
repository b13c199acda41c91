import { createInterface } from 'node:readline';
import { isObject, jsonOf } from '../store/base/core.ts';
import { startProgram } from '../store/base/runProgram.ts';
import { oneLine } from '../store/text/containText.ts';
import { ok, problem, text } from './findings.ts';
import { nothingToStart, programOf, quietEnvironment, type Program } from './starting.ts';
import type { Check, RepairableFinding, Patient } from './types.ts';

/** So long agents wait, too, or longer. Milliseconds. */
const answerMs = 12_000;
/** What a program says of why it ended is told so far. */
const maxReason = 500;
const protocolVersion = '2025-06-18';

interface Answer {
  readonly version: string;
  readonly tools: number;
  readonly ms: number;
}

/** Whether the server starts, as agents start it, and tells its tools. */
export const serverCheck: Check = {
  id: 'server',
  title: text('Server', '服务器'),
  withinMs: 15_000,
  run: async (patient) => {
    const program = programOf(patient);
    if (program === undefined) return [silent(nothingToStart, '')];
    const subject = [program.command, ...program.args].join(' ');
    try {
      return [answered(await listTools(program, patient), subject)];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return [silent(oneLine(reason), subject)];
    }
  },
};

const silent = (reason: string, subject: string): RepairableFinding =>
  problem('server.silent', text(`The server does not answer: ${reason}`, `服务器没有响应：${reason}`), {
    ...{ subject, data: { reason } },
  });

function answered({ version, tools, ms }: Answer, subject: string): RepairableFinding {
  const message = text(
    `Version ${version} starts and tells its ${tools} tools within ${ms} ms.`,
    `版本 ${version} 可启动，${ms} 毫秒内列出 ${tools} 个工具。`,
  );
  return ok('server.answers', message, { subject, data: { version, tools, ms } });
}

const request = (id: number, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

const clientInfo = { name: 'mcp-history-store-doctor', version: '1' };
const hello = request(1, 'initialize', { protocolVersion, capabilities: {}, clientInfo });
const initialized = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`;

/** Speaks to a server as an agent does. It is ended whatever it does. */
function listTools({ command, args }: Program, patient: Patient): Promise<Answer> {
  const began = performance.now();
  const cwd = patient.project ?? patient.machine.home;
  const child = startProgram(command, [...args, 'serve'], {
    ...{ cwd, env: quietEnvironment(patient), project: patient.project },
  });
  let told = '';
  let version = '';
  const answer = new Promise<Answer>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not within ${answerMs / 1_000} seconds`)), answerMs);
    const fail = (reason: string): void => {
      clearTimeout(timer);
      reject(new Error(told === '' ? reason : `${reason}: ${told.trim().slice(0, maxReason)}`));
    };
    child.once('error', (error) => fail(error.message));
    child.once('close', (code) => fail(`it ended with ${code ?? 'a signal'}`));
    child.stderr
      .setEncoding('utf8')
      .on('data', (piece: string) => (told = (told + piece).slice(-4 * maxReason)));
    child.stdin.on('error', () => undefined); // `close` says more
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
