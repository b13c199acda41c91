/** A simple command of a shell line: a program with its words, and its output files. */
export interface SimpleCommand {
  /** Without quotes; substitutions stay unexpanded. */
  readonly words: readonly string[];
  /** Files written by redirections. */
  readonly writes: readonly string[];
  /** Operator between it and the next one; empty for the last. A line end is `;`. */
  readonly operator: '' | '&&' | '||' | ';' | '|' | '&';
}

/** Parses the commands of a line of a Unix shell, PowerShell or cmd, in order; their input is skipped. */
export const simpleCommands = (line: string): readonly SimpleCommand[] => new ShellLine(line).commands();

/** Matches the mask of a secret, which is one word, as the secret was, not a comment. */
const maskedSecret = /\[secret: ([^\]\s]{1,100}) #\d+\]/g;

const escapable = /[\s"'$`\\()&|;<>#*?[\]{}!]/;

class ShellLine {
  readonly #text: string;
  #at = 0;
  readonly #done: SimpleCommand[] = [];
  #words: string[] = [];
  #writes: string[] = [];
  /** Ends of here-documents that begin on the next line. */
  #awaited: string[] = [];

  constructor(text: string) {
    this.#text = text.replaceAll('\r\n', '\n').replace(maskedSecret, '[secret:$1]');
  }

  commands(): readonly SimpleCommand[] {
    while (this.#at < this.#text.length) this.#step();
    this.#end('');
    return this.#done;
  }

  #step(): void {
    if (this.#taken(/[ \t]+|\\\n|#[^\n]*/y) !== undefined) return;
    const newLine = this.#taken(/\n/y);
    const read = newLine ?? this.#taken(/\d?<(?:<<?-?)?/y);
    const written = read ?? this.#taken(/(?:&>>?|\d?>>?\|?)(?:&(?:\d|-))?/y);
    const operator = written ?? this.#taken(/&&|\|\||\|&?|;+|&|[(){}](?=\s|;|$)|[()]/y);
    if (newLine !== undefined) this.#newLine();
    else if (read !== undefined) this.#reads(read);
    else if (written !== undefined) this.#redirects(written);
    else if (operator !== undefined) this.#end(operatorOf(operator));
    else this.#words.push(this.#word());
  }

  #taken(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    this.#at += found?.length ?? 0;
    return found;
  }

  #end(operator: SimpleCommand['operator']): void {
    if (this.#words.length > 0 || this.#writes.length > 0)
      this.#done.push({ words: this.#words, writes: this.#writes, operator });
    [this.#words, this.#writes] = [[], []];
  }

  #newLine(): void {
    this.#end(';');
    for (const end of this.#awaited) {
      const close = new RegExp(`^[ \\t]*${end.replaceAll(/[^\w\s]/g, '\\$&')}[ \\t]*$`, 'gm');
      close.lastIndex = this.#at;
      this.#at = close.test(this.#text) ? close.lastIndex : this.#text.length;
    }
    this.#awaited = [];
  }

  #reads(operator: string): void {
    this.#taken(/[ \t]+/y);
    const word = this.#word();
    if (/<<-?$/.test(operator) && !operator.includes('<<<') && word !== '') this.#awaited.push(word);
  }

  #redirects(operator: string): void {
    if (/&[\d-]$/.test(operator)) return;
    this.#taken(/[ \t]+/y);
    const file = this.#word();
    if (file !== '' && !/^[2-9]/.test(operator)) this.#writes.push(file);
  }

  /** Reads adjacent text without its quotes. */
  #word(): string {
    const start = this.#at;
    let word = '';
    for (;;) {
      const part = this.#part();
      if (part === undefined) break;
      word += part;
    }
    if (this.#at === start) this.#at++; // a character that opens nothing
    return word;
  }

  #part(): string | undefined {
    const plain = this.#taken(/[^\s"'`$\\()<>|&;]+/y);
    if (plain !== undefined) return plain;
    const single = this.#taken(/'[^']*(?:'|$)/y);
    if (single !== undefined) return single.replace(/^'|'$/g, '');
    if (this.#text.startsWith('$(', this.#at)) return this.#substitution();
    if (this.#text.startsWith('"', this.#at)) return this.#quoted();
    const ticks = this.#taken(/`[^`\n]*`/y);
    if (ticks !== undefined) return ticks;
    const escaped = this.#taken(/\\[^]/y);
    if (escaped !== undefined) return escapable.test(escaped.slice(1)) ? escaped.slice(1) : escaped;
    return this.#taken(/[$`\\]/y);
  }

  /** Reads `"…"`, in which `$(…)` may have quotes of its own. */
  #quoted(): string {
    const start = this.#at++;
    for (;;) {
      if (this.#text.startsWith('$(', this.#at)) this.#substitution();
      else if (this.#taken(/[^"\\$]+|\\[^]|\$/y) === undefined) break;
    }
    if (this.#taken(/"/y) !== undefined) return this.#text.slice(start + 1, this.#at - 1);
    this.#at = this.#text.length; // an unclosed text
    return this.#text.slice(start);
  }

  /** Reads `$(…)` with everything nested in it. */
  #substitution(): string {
    const start = this.#at;
    this.#at += 2;
    for (let depth = 1; depth > 0;) {
      const sign = this.#taken(/<<-?['"]?(\w+)['"]?[^]*?\n[ \t]*\1(?!\w)|'[^']*'|[()"]|[^'"()<]+|[^]/y);
      if (sign === undefined) break;
      if (sign === '"') {
        this.#at--;
        this.#quoted();
      }
      depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    }
    return this.#text.slice(start, this.#at);
  }
}

function operatorOf(sign: string): SimpleCommand['operator'] {
  if (sign === '&&' || sign === '||' || sign === '&') return sign;
  return sign.startsWith('|') ? '|' : ';';
}
