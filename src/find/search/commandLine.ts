/** Programs that people start in terminals. They are also subjects, so a name alone makes no command. */
const programs = new Set(
  'adb ansible apt apt-get aws awk az bash brew bun bundle cargo cat cd chmod chown clang cmake code composer conda cp crontab curl cut deno df diff dig docker docker-compose dotnet du echo export ffmpeg find flutter gcc gcloud gh git go gradle grep gzip head helm java javac jest journalctl jq kill kubectl less ln ls lsof make mkdir mocha mount mv mvn mysql nc netstat nginx node npm npx nslookup nvm openssl perl php pip pip3 pkill pnpm podman ps psql pytest python python3 redis-cli rg rm rsync ruby rustc scp screen sed sh sort ss ssh ssh-keygen strace sudo systemctl tail tar tee terraform tmux touch tsc uniq unzip uv vim wc wget which xargs xcodebuild yarn zip zsh'.split(
    ' ',
  ),
);
/** Programs that take several options of one letter in one word, as in `ls -lah`. */
const clustering = new Set(
  'cat chmod chown cp curl cut df du grep gzip ln ls lsof mkdir mount mv netstat nc ps rg rm rsync scp sed sort ss ssh tail tar unzip uniq wc wget xargs zip'.split(
    ' ',
  ),
);
/** Options of whole words behind one minus. */
const longOptions = new Set(
  'name iname type exec path print delete mtime mmin newer size user perm prune maxdepth mindepth version help verbose jar classpath run bench race count cover coverprofile short timeout tags ldflags target var out lock destroy newkey keyout nodes days subj noout text connect servername print0 regex empty filter_complex framerate vcodec acodec scheme destination configuration sdk std nostdlib static shared pthread'.split(
    ' ',
  ),
);

/** Matches what is an option in any query: `--force`, `-v`, `-rf`, `-32601`. */
const option = /^(?:--[a-z][\w-]*(?:=.*)?|-[A-Za-z]{1,2}|-\d[\w.]*)$/;
/** Matches first words that only a terminal has: a prompt, a path to a program, a command of PowerShell. */
const beginning = /^(?:[$#%]|PS|sudo|\.{1,2}[/\\].+|~\/.+|\/[\w.-]+\/.+|[A-Z][a-z]+-[A-Z][A-Za-z]+)$/;
/** Matches what commands hold beside names and options: paths, files, values, pipes. */
const argument = /[/\\=*@~|;$]|&&|[<>]|^\.+$|\w\.\w|\w:\w|^\d+$/;

/** Reports whether a text is a command as it stands, whose words behind a minus are options. */
export function isCommandLine(text: string): boolean {
  const words = text.trim().split(/\s+/);
  const [first = ''] = words;
  if (words.some((word) => option.test(word)) || beginning.test(first)) return true;
  if (!programs.has(first)) return false;
  return words.slice(1).some((word, n) => argument.test(word) || isOption(word, words[n] ?? '', first));
}

function isOption(word: string, before: string, program: string): boolean {
  if (!word.startsWith('-')) return false;
  if (longOptions.has(word.slice(1)) || /^-[A-Z]/.test(word)) return true;
  return clustering.has(program) && before === program && /^-[A-Za-z]{3,6}$/.test(word);
}

/** Matches a word to leave out: three letters or more behind a minus, or one of a script without blanks. */
const exclusion =
  /^-(?=\p{L})(?:(?:[^\p{L}]*\p{L}){3}|.*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])/u;

/** Reports whether a word has the form of an exclusion. */
export const isLikeExclusion = (word: string): boolean => exclusion.test(word);
