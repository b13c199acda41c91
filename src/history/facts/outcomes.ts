import type { JsonValue } from '../../disk/base/core.ts';
import { fieldsOf, isList, numberOf, textOf, type Field } from '../../agents/reading/fields.ts';
import { parseJson } from '../../agents/reading/lines.ts';
import { quotable } from '../../disk/text/containText.ts';
import type { ToolCall } from '../../agents/reading/types.ts';

/** How a command ended according to its transcript; `running` continued in the background. */
export type Outcome = 'passed' | 'failed' | 'cancelled' | 'running' | 'unknown';

/** Outcome of a command. */
export interface Ended {
  readonly outcome: Outcome;
  /** After a failure: the most informative line of output, at most 160 characters; may be empty. */
  readonly problem?: string;
  /** For a running command: the id by which its agent requests more output. */
  readonly running?: string;
}

const longestProblem = 160;

/** Determines a call's outcome from the agent's status, or from the output if that is unreliable (`isHidden`). */
export function endOf({ status, result, args }: ToolCall, isHidden: boolean): Ended {
  const back = unwrappedResult(result);
  const output = plainOf(outputOf(back));
  if (status === 'cancelled' || refused.test(output.slice(0, 200))) return { outcome: 'cancelled' };
  const code =
    numberOf(fieldsOf(back).exit_code) ?? numberOf(fieldsOf(back).exitCode) ?? codeIn(back, output);
  if (code === undefined || code === 0) {
    const running = runningIn(output) ?? (args.run_in_background === true ? '' : undefined);
    if (running !== undefined && status !== 'error') return { outcome: 'running', running };
  }
  const failed =
    status === 'error' || (code !== undefined && code !== 0) || timedOut.test(output.slice(-300));
  if (failed || (isHidden && saysFailure(output))) return { outcome: 'failed', problem: problemIn(output) };
  return { outcome: status === 'pending' && code === undefined ? 'unknown' : 'passed' };
}

/** Returns the outcome from a request for more output of a running command; undefined while it still runs. */
export function laterEnd(call: ToolCall): Ended | undefined {
  const output = plainOf(outputOf(unwrappedResult(call.result)));
  const [, state] = /<status>(\w+)<\/status>/.exec(output) ?? [];
  const code = codeIn(call.result, output);
  if (code === undefined && (state === undefined || /^(?:running|pending)$/.test(state))) return undefined;
  if (state === 'killed' || state === 'stopped') return { outcome: 'cancelled' };
  if ((code ?? 0) === 0 && state !== 'failed') return { outcome: 'passed' };
  return { outcome: 'failed', problem: problemIn(output) };
}

/** Returns all text of a result. */
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

/** Unwraps output and exit code, which older versions of Codex put into JSON text. */
const unwrappedResult = (result: JsonValue | undefined): JsonValue | undefined =>
  typeof result === 'string' && result.startsWith('{"output":') ? (parseJson(result) ?? result) : result;

const refused =
  /^(?:The user doesn't want to|User (?:rejected|denied|refused)|\[?Request interrupted by user|(?:rejected|denied|aborted) by (?:the )?user|The user denied|Command was (?:cancelled|not executed)|Tool call cancelled|User aborted)/i;
const timedOut =
  /\bcommand timed out after\b|\bexceeded the timeout\b|exceeding timeout \d|^Command timed out|\btimed out after \d+(?:\.\d+)? ?(?:ms|milliseconds|s|seconds|m)\b/im;

/** Matches an agent's line about a command's exit, before or after the output. */
const exitCode =
  /^[[<(*]*(?:Exit code:? |Process exited with code |Command (?:exited|failed) with (?:exit )?code:? |exited with (?:exit )?code:? |exit_code>|Process Group PGID: \d+ exit code )(-?\d+)(?:[>)\].*]|<\/|$)|(?:completed with exit code|\bExit code:|command exited with (?:exit )?code) (-?\d+)/im;
/** Matches a command line's own report of its exit code: `echo "exit: $?"`. */
const printedCode = /^\W*(?:exit(?:[ _-]?(?:code|status))?|rc|status|code)\W{1,3}(\d{1,3})\W*$/im;

function codeIn(result: JsonValue | undefined, output: string): number | undefined {
  const { metadata, exit_code: one, exitCode: other } = fieldsOf(result);
  const field =
    numberOf(fieldsOf(metadata).exit_code) ??
    numberOf(fieldsOf(metadata).exit) ??
    numberOf(one) ??
    numberOf(other);
  if (field !== undefined) return field;
  // Only where agents write it, not within the command's output.
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

/** Matches lines that programs print almost only on failure. */
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

/** More words of lines that explain a failure; a brief shows no line for these alone. */
const saysMore =
  /\berrors\b|\bunexpected|\binvalid\b|\bmissing\b|\bundefined\b|\bwarning\b|\bexpected\b|^\W{0,3}×/i;
/** Numbers of lines of one failure that say so, and of its first lines, which may not. */
const [mostProblems, mostFirst] = [24, 3];

/** Returns the lines that explain the failure of a call, without tags; none for a call that did not fail. */
export function problemsIn(call: ToolCall, commands: readonly Ended[]): readonly string[] {
  const isFailed =
    commands.length > 0 ? commands.some(({ outcome }) => outcome === 'failed') : call.status === 'error';
  if (!isFailed) return [];
  const output = plainOf(outputOf(unwrappedResult(call.result))).slice(0, 200_000);
  if (refused.test(output)) return [];
  const lines = output
    .split('\n')
    .map((line) => line.replaceAll(/<\/?[\w-]*error>/g, '').trim())
    .filter((line) => line !== '' && !ofTheAgent.test(line));
  const speaking = lines.filter(
    (line) => (saysProblem.test(line) || saysMore.test(line)) && !noProblem.test(line),
  );
  const chosen = new Set([...lines.slice(0, mostFirst), ...speaking.slice(0, mostProblems)]);
  return [...chosen].map((line) => quotable(line, longestProblem * 2));
}

/** Returns the output line that describes the failure: the first that mentions one, else the last. */
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

/** Returns the id in arguments that request more output of a command. */
export const asksMore = (args: ToolCall['args']): string | undefined =>
  [args.bash_id, args.task_id, args.shell_id, args.session_id, args.shellId, args.sessionId, args.id]
    .map((id: Field) => (typeof id === 'number' ? String(id) : textOf(id)))
    .find((id) => id !== undefined);
