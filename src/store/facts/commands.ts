import type { JsonValue } from '../base/core.ts';
import { fieldsOf, isList, listOf, numberOf, textOf, type Field } from '../transcripts/shared/fields.ts';
import { parseJson } from '../transcripts/shared/lines.ts';
import type { ToolCall } from '../transcripts/shared/types.ts';

/** How a command ended, as far as its transcript tells. */
export type Outcome = 'passed' | 'failed' | 'cancelled' | 'unknown';

/** A command that an agent ran in a shell. */
export interface RanCommand {
  readonly command: string;
  /** Commands of one kind do the same with other arguments: `npm test`, `git commit`. */
  readonly kind: string;
  readonly outcome: Outcome;
  /** Of one that failed: the line of its output that says most, at most 160 characters; may be empty. */
  readonly problem?: string;
  /** It only looks: `ls`, `git status`. */
  readonly isLook: boolean;
}

const shells = /shell|bash|terminal|command|exec|powershell|^process$|^run$/i;
const longestProblem = 160;

/** The commands in a call of any agent's shell; none for other tools. */
export function commandsIn({ name, args, status, result }: ToolCall): readonly RanCommand[] {
  if (!shells.test(name)) return [];
  const given = [args.command, args.cmd, args.script, ...listOf(args.commands)].flatMap(commandOf);
  const back = unwrapped(result);
  const output = outputOf(back);
  const outcome = outcomeOf(status, back, output);
  const problem = outcome === 'failed' ? { problem: problemIn(output) } : {};
  return given.map((command) => ({ command, ...kindOf(command), outcome, ...problem }));
}

/** A command line, also one that is given as program and arguments. */
function commandOf(field: Field): readonly string[] {
  if (!isList(field)) {
    const line = textOf(field)?.trim() ?? '';
    return line === '' ? [] : [line];
  }
  const words = field.filter((word) => typeof word === 'string');
  const script = words.findIndex((word) => /^-l?c$|^-Command$/i.test(word));
  return words.length === 0 ? [] : [script > 0 ? words.slice(script + 1).join(' ') : words.join(' ')];
}

/** All text in what came back. */
function outputOf(result: JsonValue | undefined): string {
  if (typeof result === 'string') return result;
  if (isList(result)) return result.map(outputOf).join('\n');
  const { output, text, stdout, stderr, content, functionResponse, response } = fieldsOf(result);
  return [stdout, output, text, content, response, functionResponse, stderr]
    .map((part) => (part === undefined ? '' : outputOf(part)))
    .filter((part) => part !== '')
    .join('\n');
}

/** Older versions of Codex put output and exit code into a text of JSON. */
const unwrapped = (result: JsonValue | undefined): JsonValue | undefined =>
  typeof result === 'string' && result.startsWith('{"output":') ? (parseJson(result) ?? result) : result;

/** A line in which an agent says how a command ended, before or after its output. */
const exitCode =
  /^(?:Exit code:? |Process exited with code |Command exited with code |<exited with exit code |\(exit code:? )(-?\d+)[>)]?\.?$/im;

function outcomeOf(status: ToolCall['status'], result: JsonValue | undefined, output: string): Outcome {
  if (status === 'cancelled') return 'cancelled';
  if (status === 'error') return 'failed';
  const code = codeIn(result, output);
  if (code !== undefined) return code === 0 ? 'passed' : 'failed';
  if (status === 'pending' || /^(?:Command running in background|Process running with session)/m.test(output))
    return 'unknown';
  return 'passed';
}

function codeIn(result: JsonValue | undefined, output: string): number | undefined {
  const { exit_code: one, exitCode: other, metadata } = fieldsOf(result);
  const told = numberOf(one) ?? numberOf(other) ?? numberOf(fieldsOf(metadata).exit_code);
  if (told !== undefined) return told;
  // Only where agents write it, not in what the command itself said.
  const [, code] = exitCode.exec(`${output.slice(0, 200)}\n${output.slice(200).slice(-120)}`) ?? [];
  return code === undefined ? undefined : Number(code);
}

const saysProblem =
  /\berror\b|\bfail(?:ed|ure|s)?\b|exception|not found|cannot|can't|panic|fatal|denied|错误|失败|✖|✗/i;

/** The line of an output that says what went wrong: the first that speaks of it, else the last. */
function problemIn(output: string): string {
  const lines = output
    .replace(/\u001b\[[0-9;]*m/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !exitCode.test(line) && !/^<.*>$|^Output:$|^Wall time/.test(line));
  const line = lines.find((text) => saysProblem.test(text)) ?? lines.at(-1) ?? '';
  return line.length > longestProblem ? `${line.slice(0, longestProblem - 1)}…` : line;
}

/** Programs whose first argument says what they do. */
const withSubcommands =
  /^(?:git|gh|npm|pnpm|yarn|bun|npx|deno|go|cargo|docker|docker-compose|kubectl|make|mise|just|task|pip|pip3|poetry|uv|uvx|dotnet|gradle|gradlew|mvn|mvnw|terraform|aws|gcloud|az|firebase|rails|rake|bundle|php|composer|node|python|python3|ruby|tsx|ts-node|bash|sh|swift|flutter|dart|mix|helm|brew|apt|apt-get|code|claude|codex)$/;
const looks =
  /^(?:ls|dir|cat|head|tail|less|more|grep|egrep|rg|ugrep|find|fd|tree|wc|sed|awk|cut|sort|uniq|pwd|echo|printf|which|where|type|stat|file|du|df|ps|top|date|whoami|env|printenv|uname|history|sleep|wait|true|test|jq|xxd|diff|lsof|curl|column|tr|xargs|nl|basename|dirname|realpath|readlink|id|man|findstr|Get-Content|Get-ChildItem|Select-String|Test-Path|Write-Output|Write-Host|Get-Location|Get-Command|Get-Item|Get-Process)$/i;
const looksOfGit =
  /^(?:git (?:status|log|diff|show|branch|remote|blame|rev-parse|ls-files|config|describe|shortlog|reflog|grep)|gh (?:pr|issue|run|repo|api|auth)|npm (?:ls|list|view|outdated)|docker (?:ps|logs|images))$/;
/** What comes before the command that counts. */
const aside = /^(?:cd|pushd|popd|export|set|source|\.|unset|umask|mkdir -p|clear|Set-Location)(?:\s|$)/;

/** Words of the shell before the command itself. */
const keywords = /^(?:while|until|if|then|do|else|elif|function|time|!|\{|\(|&)(?:\s+|$)/;
/** Quoted texts, and what is typed into a command: they hold commands of other programs. */
const quoted = /"(?:[^"\\]|\\.)*"|'[^']*'|<<-?\s*['"]?(\w+)['"]?[^]*?\n\1\b/g;

/** What kind of command a line is, and whether it only looks. */
export function kindOf(line: string): { readonly kind: string; readonly isLook: boolean } {
  const parts = line
    .replace(quoted, (text) => (/^["'][\w./@:\\-]+["']$/.test(text) ? text.slice(1, -1) : '_'))
    .split(/&&|\|\||;|\n|(?<![>&])&(?!&|>)/)
    .map((part) => part.split('|', 1)[0]?.trim() ?? '')
    .filter((part) => part !== '' && !part.startsWith('#') && !aside.test(part));
  const kinds = [...new Set(parts.map(simpleKind).filter((kind) => kind !== ''))];
  const acts = kinds.filter((kind) => !looks.test(firstWord(kind)) && !looksOfGit.test(kind));
  const told = acts.length > 0 ? acts : kinds.slice(0, 1);
  return { kind: told.slice(0, 3).join(' && ') || firstWord(line), isLook: acts.length === 0 };
}

const firstWord = (text: string): string => text.trim().split(/\s/, 1)[0] ?? '';

/** Program and what it is told to do; empty for what is no command. */
function simpleKind(command: string): string {
  if (/^(?:for|case|select)\s/.test(command)) return '';
  const words = command
    .replace(/\$\((?:[^()]|\([^()]*\))*\)/g, '_')
    .replace(keywords, '')
    .replace(/^(?:\w+=\S*\s*)+/, '')
    .replace(/^(?:sudo|nohup|timeout \S+|env)\s+/, '')
    .split(/\s+/);
  const program = (words[0] ?? '').replace(/^.*[\\/]/, '');
  if (!/^[A-Za-z][\w.+-]*$/.test(program) || /^(?:done|fi|esac|in|true|false)$/.test(program)) return '';
  if (!withSubcommands.test(program)) return program;
  const [sub, next] = words.slice(1).filter((word) => !/^-|^\d*>|^_$/.test(word));
  const runs = sub === 'run' || sub === 'exec' || (program === 'gh' && next !== undefined);
  return `${program} ${runs && next !== undefined ? `${sub} ${next}` : (sub ?? '')}`.trim();
}
