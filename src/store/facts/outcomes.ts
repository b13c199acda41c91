import type { JsonValue } from '../base/core.ts';
import { fieldsOf, isList, numberOf, textOf, type Field } from '../transcripts/shared/fields.ts';
import { parseJson } from '../transcripts/shared/lines.ts';
import type { ToolCall } from '../transcripts/shared/types.ts';

/** How a command ended, as far as its transcript tells; `running` went on behind what followed. */
export type Outcome = 'passed' | 'failed' | 'cancelled' | 'running' | 'unknown';

/** What came back of a command. */
export interface Ended {
  readonly outcome: Outcome;
  /** Of one that failed: the line of its output that says most, at most 160 characters; may be empty. */
  readonly problem?: string;
  /** Of one that goes on: under what its agent asks for more. */
  readonly running?: string;
}

const longestProblem = 160;

/** How the command of a call ended, by what its agent says, and where that may not know (`isHidden`) by what it printed. */
export function endOf({ status, result, args }: ToolCall, isHidden: boolean): Ended {
  const back = unwrappedResult(result);
  const output = plainOf(outputOf(back));
  if (status === 'cancelled' || refused.test(output.slice(0, 200))) return { outcome: 'cancelled' };
  const told =
    numberOf(fieldsOf(back).exit_code) ?? numberOf(fieldsOf(back).exitCode) ?? codeIn(back, output);
  if (told === undefined || told === 0) {
    const running = runningIn(output) ?? (args.run_in_background === true ? '' : undefined);
    if (running !== undefined && status !== 'error') return { outcome: 'running', running };
  }
  const failed =
    status === 'error' || (told !== undefined && told !== 0) || timedOut.test(output.slice(-300));
  if (failed || (isHidden && saysFailure(output))) return { outcome: 'failed', problem: problemIn(output) };
  return { outcome: status === 'pending' && told === undefined ? 'unknown' : 'passed' };
}

/** What came back where an agent asked for more of a command that runs; undefined while it still does. */
export function laterEnd(call: ToolCall): Ended | undefined {
  const output = plainOf(outputOf(unwrappedResult(call.result)));
  const [, state] = /<status>(\w+)<\/status>/.exec(output) ?? [];
  const code = codeIn(call.result, output);
  if (code === undefined && (state === undefined || /^(?:running|pending)$/.test(state))) return undefined;
  if (state === 'killed' || state === 'stopped') return { outcome: 'cancelled' };
  if ((code ?? 0) === 0 && state !== 'failed') return { outcome: 'passed' };
  return { outcome: 'failed', problem: problemIn(output) };
}

/** All text in what came back. */
function outputOf(result: JsonValue | undefined): string {
  if (typeof result === 'string') return result;
  if (isList(result)) return result.map(outputOf).join('\n');
  const { output, text, stdout, stderr, content, functionResponse, response, error } = fieldsOf(result);
  return [stdout, output, text, content, response, functionResponse, error, stderr]
    .map((part) => (part === undefined ? '' : outputOf(part)))
    .filter((part) => part !== '')
    .join('\n');
}

const plainOf = (output: string): string =>
  output.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]|\0/g, '').replaceAll('\r\n', '\n');

/** Older versions of Codex put output and exit code into a text of JSON. */
const unwrappedResult = (result: JsonValue | undefined): JsonValue | undefined =>
  typeof result === 'string' && result.startsWith('{"output":') ? (parseJson(result) ?? result) : result;

const refused =
  /^(?:The user doesn't want to|User (?:rejected|denied|refused)|\[?Request interrupted by user|(?:rejected|denied|aborted) by (?:the )?user|The user denied|Command was (?:cancelled|not executed)|Tool call cancelled|User aborted)/i;
const timedOut =
  /\bcommand timed out after\b|\bexceeded the timeout\b|exceeding timeout \d|^Command timed out|\btimed out after \d+(?:\.\d+)? ?(?:ms|milliseconds|s|seconds|m)\b/im;

/** A line in which an agent says how a command ended, before or after its output. */
const exitCode =
  /^[[<(*]*(?:Exit code:? |Process exited with code |Command (?:exited|failed) with (?:exit )?code:? |exited with (?:exit )?code:? |exit_code>|Process Group PGID: \d+ exit code )(-?\d+)(?:[>)\].*]|<\/|$)|(?:completed with exit code|\bExit code:|command exited with (?:exit )?code) (-?\d+)/im;
/** What a command line prints of how it ended itself: `echo "exit: $?"`. */
const printedCode = /^\W*(?:exit(?:[ _-]?(?:code|status))?|rc|status|code)\W{1,3}(\d{1,3})\W*$/im;

function codeIn(result: JsonValue | undefined, output: string): number | undefined {
  const { metadata, exit_code: one, exitCode: other } = fieldsOf(result);
  const told =
    numberOf(fieldsOf(metadata).exit_code) ??
    numberOf(fieldsOf(metadata).exit) ??
    numberOf(one) ??
    numberOf(other);
  if (told !== undefined) return told;
  // Only where agents write it, not in what the command itself said.
  const [, code, later] = exitCode.exec(`${output.slice(0, 200)}\n${output.slice(200).slice(-160)}`) ?? [];
  const found = code ?? later;
  return found === undefined ? undefined : Number(found);
}

function runningIn(output: string): string | undefined {
  const said =
    /^<?(?:Command (?:is )?running in (?:the )?background|Process running with session|command (?:started|running) in (?:the )?(?:background|detached)|\[?Command is still running|Command was moved to (?:the )?background|Background (?:command|process) started)\b[^\n]*/im.exec(
      output.slice(0, 400),
    )?.[0];
  if (said === undefined) return undefined;
  return /(?:\bID:? ?[`"']?|sessionId: ?|shellId: ?)([\w-]+)/i.exec(said)?.[1] ?? '';
}

/** Lines that programs print when they fail, and hardly otherwise. */
const failures: readonly RegExp[] = [
  /^(?:error(?:\[E\d+\])?: |fatal: |npm (?:ERR!|error) |panic: |BUILD FAILED|FAILED \(|Traceback \(most recent call last\)|✖ \d+ problem|FAIL\t|--- FAIL: )/m,
  /\berror TS\d+: |: command not found$|^.*\bELIFECYCLE\b|^Error: Cannot find module|^SyntaxError: |is not recognized as (?:an internal|the name)/m,
  /(?:^|[\s=(])(?!0\b)\d+ (?:tests? )?(?:failed|failing|failures?)\b|^# fail [1-9]|^Tests?:.*\b[1-9]\d* failed|^test result: FAILED|^FAIL(?:ED)?\s+\S/m,
];

const saysFailure = (output: string): boolean =>
  Number(printedCode.exec(output.slice(-200))?.[1] ?? 0) !== 0 ||
  failures.some((failure) => failure.test(output));

const saysProblem =
  /\berror\b|\bfail(?:ed|ure|s|ing)?\b|exception|not found|cannot|can't|panic|fatal|denied|timed out|no such|错误|失败|✖|✗|✘|✕/i;
const noProblem = /\b0 (?:errors?|failed|failures?|failing)\b|^> /i;

/** The line of an output that says what went wrong: the first that speaks of it, else the last. */
function problemIn(output: string): string {
  const lines = output
    .slice(0, 200_000)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !ofTheAgent.test(line));
  const speaking = lines.filter((text) => saysProblem.test(text) && !noProblem.test(text));
  const strong = speaking.find(
    (text) => failures.some((failure) => failure.test(text)) && !text.startsWith('Traceback'),
  );
  const raised = speaking.find((text) => /^\w*(?:Error|Exception)\b: /.test(text));
  const line = raised ?? strong ?? speaking[0] ?? lines.at(-1) ?? '';
  return line.length > longestProblem ? `${line.slice(0, longestProblem - 1).toWellFormed()}…` : line;
}

const ofTheAgent =
  /^[[<(*]*(?:Exit code:? -?\d+|Process exited with code|Process Group PGID|exited with exit code|Command (?:exited|failed) with)|^<[^<>]*>$|^Output:$|^Wall time|^Chunk ID|^Original token count|^Total output lines/i;

/** Fields of arguments that name a command which an agent asks more of. */
export const asksMore = (args: ToolCall['args']): string | undefined =>
  [args.bash_id, args.task_id, args.shell_id, args.session_id, args.shellId, args.sessionId, args.id]
    .map((id: Field) => (typeof id === 'number' ? String(id) : textOf(id)))
    .find((id) => id !== undefined);
