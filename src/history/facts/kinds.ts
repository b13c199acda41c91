import { shellCommands, type ShellCommand } from './shell.ts';

/** A command of a shell line as people know it. */
export interface SimpleCommand extends Pick<ShellCommand, 'operator'> {
  /** Without quotes; substitutions stay unexpanded. */
  readonly words: readonly string[];
  /** Files written by redirections. */
  readonly writes: readonly string[];
}

/** What a command does, without its operands: `npm test`, `git commit`. */
export interface Kind {
  readonly kind: string;
  /** Whether it is read-only: `ls`, `git status`. */
  readonly isLook: boolean;
}

/** Returns the distinct kinds of a line's commands in order, without preparatory commands. */
export function kindsIn(line: string): readonly Kind[] {
  const commands = unwrapped(line);
  const found = commands.flatMap(({ words }, n): Kind[] => {
    const kind = kindOf(words);
    const isLook = looks.test(kind) || looksOfOthers.test(kind);
    const isFilter = isLook && commands[n - 1]?.operator === '|';
    return kind === '' || isFilter || preparatory.test(kind) ? [] : [{ kind, isLook }];
  });
  const more = found.filter(({ kind }) => !/^(?:echo|printf|sleep|Write-Host|Write-Output)$/.test(kind));
  const kinds = more.length > 0 ? more : found;
  return [...new Map(kinds.map((one) => [one.kind, one])).values()];
}

/** Returns the commands of a line, with those passed to another shell (`bash -lc "…"`) in its place. */
export function unwrapped(line: string, depth = 0): readonly SimpleCommand[] {
  return simpleCommands(line).flatMap((command) => {
    const words = withoutLead(command.words);
    const script = depth < 3 ? scriptOf(words) : undefined;
    return script === undefined ? [{ ...command, words }] : unwrapped(script, depth + 1);
  });
}

const simpleCommands = (line: string): readonly SimpleCommand[] =>
  shellCommands(line)
    .filter(({ inner }) => !inner)
    .map(({ keywords, words, outputs, operator }) => ({
      words: [...keywords, ...words.map(({ plain }) => plain)],
      writes: outputs.flatMap(({ to }) => (to.plain === '' ? [] : [to.plain])),
      operator,
    }));

const programOf = (word = ''): string => word.replace(/^.*[\\/]/, '').replace(/\.(?:exe|cmd|bat|ps1)$/i, '');

/** Returns the script a shell receives as its only word or after its switch. */
function scriptOf(words: readonly string[]): string | undefined {
  const program = programOf(words[0]).toLowerCase();
  const shell = { sh: /^-\w*c$/, cmd: /^\/[ck]$/i, ps: /^-c(?:ommand)?$/i };
  const kind = /^(?:ba|z|da|k|fi)?sh$/.test(program) ? shell.sh : program === 'cmd' ? shell.cmd : undefined;
  const flag = kind ?? (/^(?:powershell|pwsh)$/.test(program) ? shell.ps : undefined);
  const at = flag ? words.findIndex((word) => flag.test(word)) : -1;
  if (at < 0) return undefined;
  return flag === shell.sh ? words[at + 1] : words.slice(at + 1).join(' ');
}

/** Shell keywords before a command, and programs that run another. */
const keyword = /^(?:while|until|if|then|do|else|elif|foreach|ForEach-Object|try|catch|finally|!|\{|&|\.)$/;
const runner =
  /^(?:sudo|doas|nohup|time|env|nice|command|builtin|exec|xvfb-run|cross-env|stdbuf|setsid|caffeinate|unbuffer|timeout|gtimeout|rtk|winpty)$/;

function withoutLead(words: readonly string[]): readonly string[] {
  let rest = words;
  for (;;) {
    const [first = '', second] = rest;
    const program = programOf(first);
    if (keyword.test(first) || /^\w+\+?=/.test(first)) rest = rest.slice(1);
    else if (/^\$[\w:]+$/.test(first) && second === '=') rest = rest.slice(2);
    else if (runner.test(program) && second !== undefined) rest = withoutSwitches(rest.slice(1));
    else return rest;
  }
}

/** Removes the switches and numbers after a runner: `-n 10`, `60s`. */
function withoutSwitches(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !/^-|^\d+(?:\.\d+)?[smhd]?$/.test(word));
  return start < 0 ? [] : words.slice(start);
}

/** Programs whose next words name the action, and the number of these words. */
const subcommands: readonly (readonly [programs: RegExp, count: number])[] = [
  [/^(?:gh|aws|gcloud|az|docker-compose|firebase|supabase|vercel|wrangler|fly|flyctl|heroku|oc|openssl)$/, 2],
  [
    /^(?:git|npm|pnpm|yarn|bun|npx|pnpx|bunx|deno|go|cargo|docker|podman|kubectl|make|gmake|mise|just|task|pip|pip3|poetry|uv|uvx|pdm|hatch|rye|conda|dotnet|gradle|gradlew|mvn|mvnw|terraform|tofu|pulumi|rails|rake|bundle|composer|node|python|python3|py|ruby|php|perl|tsx|ts-node|bash|sh|zsh|source|swift|flutter|dart|mix|helm|brew|apt|apt-get|winget|choco|code|claude|codex|ollama|nx|turbo|lerna|nox|tox|alembic|flask|prisma|playwright|cypress|systemctl|service|wsl|xcodebuild|adb|sbt|lein|stack|cabal|zig|R|Rscript|julia|bazel|buck|cmake|ansible-playbook|wp|drush|artisan|hub|svn|hg|pm2|sqlite3)$/,
    1,
  ],
];
/** Words after which the next one names the action. */
const leadsOn =
  /^(?:run|exec|workspace|-m|tool|dlx|compose|artisan|x|run-script|build-for-testing|--filter|-F)$/;
/** Switches with a value. */
const withValue =
  /^(?:-C|-c|-f|-p|-w|-H|-n|-R|--prefix|--workspace|--file|--project|--project-name|--namespace|--context|--cwd|--dir|--manifest-path|--git-dir|--work-tree|--directory|--env-file|--repo|--loader|--import|--require|-r|-W|-X|--workdir|-u|--user|-e|--env|-v|--volume)$/;

/** Returns program and action; empty if the words are no command. */
function kindOf(words: readonly string[]): string {
  const program = programOf(words[0]);
  if (!/^[A-Za-z_][\w.+-]*$/.test(program) || noCommand.test(program) || noProgram.test(program)) return '';
  const rest = words.slice(1);
  if (program === 'sed' && rest.some((word) => /^-\w*i|^--in-place/.test(word))) return 'sed -i';
  const [, count] = subcommands.find(([programs]) => programs.test(program)) ?? [];
  if (count === undefined) return program;
  const code = /^(?:node|python3?|py|ruby|perl|php|bun|deno|tsx|Rscript)$/.test(program)
    ? rest[0]
    : undefined;
  if (code !== undefined && /^(?:-[ecp]|-|--eval|--print)$/.test(code)) return `${program} ${code}`;
  return [program, ...actionWords(rest, count, program)].join(' ');
}

const noCommand = /^(?:done|fi|esac|in|true|false|for|case|select|function|return|break|continue|EOF|param)$/;

/** Matches texts printed by PowerShell, and files that are not programs. */
const noProgram =
  /^[A-Z0-9]+_[A-Z0-9_]+$|\.(?!(?:sh|py|m?js|cjs|ts|rb|pl|php|R|run|bin|out|jar|\d+)$)[A-Za-z]\w*$/;

function actionWords(words: readonly string[], count: number, program: string): readonly string[] {
  const kept: string[] = [];
  const isScript = /^(?:node|python3?|py|ruby|perl|php|bash|sh|zsh|tsx|ts-node)$/.test(program);
  let wanted = count;
  for (let at = 0; at < words.length && wanted > 0; at++) {
    const word = words[at] ?? '';
    const leads = isScript
      ? /^-m$|^artisan$|^manage\.py$/.test(word)
      : leadsOn.test(word) && program !== 'gh';
    if (!leads && word.startsWith('-')) {
      if (withValue.test(word)) at++;
      continue;
    }
    if (/^\$\(|^[`"'{}]|^\d+$/.test(word) || word.includes('\n')) break;
    kept.push(word.length > 60 ? `…${word.slice(-50)}` : word);
    if (!leads) wanted--;
    else if (/^(?:--filter|-F|workspace)$/.test(word) || (kept.includes('compose') && word !== 'compose'))
      wanted++;
  }
  return kept;
}

/** Matches commands that are preparatory or say nothing. */
const preparatory =
  /^(?:cd|pushd|popd|export|set|unset|umask|clear|Set-Location|Push-Location|Pop-Location|setlocal|chcp|shopt|trap|wait|exit|local|declare|alias|source \S*)$/i;
const looks =
  /^(?:ls|ll|dir|cat|bat|head|tail|less|more|grep|egrep|fgrep|rg|ugrep|ag|find|fd|tree|wc|sed|awk|gawk|cut|sort|uniq|pwd|echo|printf|tee|which|where|type|stat|file|du|df|ps|top|date|whoami|hostname|id|printenv|uname|history|sleep|test|jq|yq|xxd|od|hexdump|strings|diff|cmp|comm|lsof|netstat|ss|tr|xargs|nl|column|basename|dirname|realpath|readlink|man|read|seq|md5sum|shasum|sha256sum|findstr|Get-\w+|Select-\w+|Test-\w+|Measure-\w+|Format-\w+|Where-Object|Sort-Object|ConvertFrom-\w+|ConvertTo-\w+|Write-Output|Write-Host|Resolve-Path|Join-Path|Out-String)$/i;
const looksOfOthers =
  /^(?:git (?:status|log|diff|show|branch|remote|blame|rev-parse|rev-list|ls-files|ls-tree|ls-remote|cat-file|config|describe|shortlog|reflog|grep|merge-base|fetch)|gh (?:\S+ (?:view|list|status|diff|checks)|api.*|auth.*|search.*)|(?:npm|pnpm|yarn) (?:ls|list|view|info|outdated|why|config)|(?:docker|podman) (?:ps|logs|images|inspect)|docker compose (?:ps|logs)|kubectl (?:get|describe|logs)|pip3? (?:list|show|freeze)|(?:node|python3?|npm|go|cargo|java|ruby|php|git) (?:-v|--version|version)|brew (?:list|info)|systemctl status)$/;
