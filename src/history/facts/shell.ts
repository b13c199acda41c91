/** A word of a command, without its quotes. */
export interface ShellWord {
  /** As a POSIX shell passes it on, where it expands nothing. */
  readonly text: string;
  /** With backslashes kept that other shells take as they are: `"\\server\share"`. */
  readonly plain: string;
  /** Whether the shell expands nothing in it. */
  readonly literal: boolean;
  /** Whether a part of it is quoted or escaped. */
  readonly quoted: boolean;
}

/** A simple command of a script. */
export interface ShellCommand {
  /** Words of the language before its program: `then`, `while`. */
  readonly keywords: readonly string[];
  /** The program and its arguments. */
  readonly words: readonly ShellWord[];
  /** Files that its output goes to, the last one effectively. */
  readonly outputs: readonly { readonly to: ShellWord; readonly append: boolean }[];
  /** Its input, where the script contains it; `literal` if nothing in it is expanded. */
  readonly input?: { readonly text: string; readonly literal: boolean };
  /** Operator between it and the next one; empty for the last. A line end is `;`. */
  readonly operator: '' | '&&' | '||' | ';' | '|' | '&';
  /** Whether a pipe connects it to another command. */
  readonly piped: boolean;
  /** Whether it may not have run although the script succeeded: it follows `||`, or is in a condition or a loop. */
  readonly maybe: boolean;
  /** Whether it is in a substitution in a word of a later command. */
  readonly inner: boolean;
}

/**
 * Parses the commands of a script or line of a Unix shell, PowerShell or cmd, in order. Those in subshells, loops and
 * conditions are `maybe`.
 */
export const shellCommands = (script: string): readonly ShellCommand[] => new ShellScript(script).read();

interface Draft {
  readonly keywords: string[];
  readonly words: ShellWord[];
  readonly outputs: ShellCommand['outputs'][number][];
  input?: { readonly text: string; readonly literal: boolean };
  operator: ShellCommand['operator'];
  piped: boolean;
  maybe: boolean;
  readonly inner: boolean;
}

/** Words that lead on to a command, and those among them that open and close a condition or a loop. */
const keyword = /^(?:if|for|while|until|case|select|function|fi|done|esac|then|else|elif|do|!|\[\[)$/;
const opens = /^(?:if|for|while|until|case|select)$/;
const closes = /^(?:fi|done|esac)$/;

/** Substitutions and quotes within one another are read to this depth; no script has more. */
const maxNested = 10;

/** Number of marks looked for to the end of a script in vain, after which none is. */
const maxEndless = 20;

const escapable = /[\s"'$`\\()&|;<>#*?[\]{}!]/;

class ShellScript {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  /** Number of substitutions around the script. */
  readonly #level: number;
  /** Number of texts in quotes around the current place. */
  #quotes = 0;
  readonly #done: ShellCommand[] = [];
  #current: Draft;
  /** Commands whose here-document begins on the next line. */
  #waiting: { readonly command: Draft; readonly mark: ShellWord; readonly tabs: boolean }[] = [];

  /** Marks of here-documents in substitutions that no later line ends. */
  readonly #endless = new Set<string>();

  constructor(text: string, level = 0) {
    this.#text = text;
    this.#level = level;
    this.#current = this.#begin(false, false);
  }

  read(): readonly ShellCommand[] {
    while (this.#at < this.#text.length)
      if (!this.#blank() && !this.#operator() && !this.#redirect()) this.#word();
    this.#end('');
    return this.#done;
  }

  #blank(): boolean {
    return this.#taken(/(?:[ \t\r]|\\\r?\n)+|#[^\n]*/y) !== undefined;
  }

  #operator(): boolean {
    const sign = this.#taken(/&&|\|\||\|&?|;+|\n|&(?!>)|[(){}](?=[\s;|&)]|$)|[()]/y)?.[0];
    if (sign === undefined) return false;
    if (sign === '(' || sign === '{') this.#depth++;
    this.#end(operatorOf(sign));
    if (sign === ')' || sign === '}') this.#leave();
    if (sign === '\n') this.#hereTexts();
    return true;
  }

  #leave(): void {
    this.#depth = Math.max(0, this.#depth - 1);
  }

  #redirect(): boolean {
    const [, from = '', kind] = this.#taken(/(\d*|&)(>>|>\||>&|>|<<-|<<<|<<|<)[ \t]*/y) ?? [];
    if (kind === undefined) return false;
    const to = this.#nextWord();
    if ((kind === '<<' || kind === '<<-') && to.text !== '')
      this.#waiting.push({ command: this.#current, mark: to, tabs: kind === '<<-' });
    else if (kind === '<<<') this.#current.input = { text: `${to.text}\n`, literal: to.literal };
    else if (kind.startsWith('>') && kind !== '>&' && /^[1&]?$/.test(from) && to.text !== '')
      this.#current.outputs.push({ to, append: kind === '>>' });
    return true;
  }

  #word(): void {
    const word = this.#nextWord();
    const isKeyword = this.#current.words.length === 0 && keyword.test(word.text);
    if (isKeyword && opens.test(word.text)) this.#depth++;
    if (isKeyword && closes.test(word.text)) this.#leave();
    if (this.#depth > 0) this.#current.maybe = true;
    if (isKeyword) this.#current.keywords.push(word.plain);
    else this.#current.words.push(word);
  }

  #begin(piped: boolean, maybe: boolean): Draft {
    const inner = this.#level > 0;
    return { keywords: [], words: [], outputs: [], operator: '', piped, maybe: maybe || inner, inner };
  }

  #end(operator: ShellCommand['operator']): void {
    const command = this.#current;
    command.operator = operator;
    if (operator === '|') command.piped = true;
    if ([command.keywords, command.words, command.outputs].some((list) => list.length > 0))
      this.#done.push(command);
    this.#current = this.#begin(operator === '|', operator === '||' || this.#depth > 0);
  }

  #hereTexts(): void {
    for (const { command, mark, tabs } of this.#waiting) {
      const lines: string[] = [];
      while (this.#at < this.#text.length) {
        const [, raw = ''] = this.#taken(/([^\n]*)(?:\n|$)/y) ?? [];
        const line = tabs ? raw.replace(/^\t+/, '') : raw;
        if (line.replace(/\r$/, '') === mark.text) break;
        lines.push(`${line}\n`);
      }
      const text = lines.join('');
      command.input = { text, literal: mark.quoted || !/[$`\\]/.test(text) };
    }
    this.#waiting = [];
  }

  #taken(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found || found[0] === '') return undefined;
    this.#at += found[0].length;
    return found;
  }

  /** Reads adjacent parts, with and without quotes; skips a character that begins none. */
  #nextWord(): ShellWord {
    const parts: ShellWord[] = [];
    for (let part = this.#part(); part; part = this.#part()) parts.push(part);
    if (parts.length === 0) this.#at++;
    return {
      text: parts.map(({ text }) => text).join(''),
      plain: parts.map(({ plain }) => plain).join(''),
      literal: parts.every(({ literal }) => literal),
      quoted: parts.some(({ quoted }) => quoted),
    };
  }

  #part(): ShellWord | undefined {
    const secret = this.#taken(maskedSecret);
    if (secret) return asIs(`[secret:${secret[1] ?? ''}]`, true);
    const [plain] = this.#taken(/(?:(?!\[secret: )[^\s"'`$\\()<>|&;])+|\[/y) ?? [];
    if (plain !== undefined) return asIs(plain, !/[*?[~]/.test(plain));
    const single = this.#taken(/'([^']*)(?:'|$)/y);
    if (single) return { ...asIs(single[1] ?? '', true), quoted: true };
    if (this.#text.startsWith('$(', this.#at)) return this.#substitution();
    if (this.#text.startsWith('"', this.#at)) return this.#quoted();
    const [escaped] = this.#taken(/\\[^]/y) ?? [];
    if (escaped !== undefined) {
      const text = escaped.slice(1);
      return { text, plain: escapable.test(text) ? text : escaped, literal: true, quoted: true };
    }
    const [, ticks] = this.#taken(/`([^`\n]*)`/y) ?? [];
    if (ticks !== undefined) return this.#substituted(`\`${ticks}\``, ticks);
    const [sign] = this.#taken(/[$`\\]/y) ?? [];
    if (sign === '\\') return { text: '', plain: sign, literal: true, quoted: true };
    return sign === undefined ? undefined : asIs(sign, false);
  }

  /** Reads `"…"`, in which `$(…)` may have quotes of its own. */
  #quoted(): ShellWord {
    const start = this.#at;
    const isClosed = this.#skipQuoted();
    const inner = this.#text.slice(start + 1, isClosed ? this.#at - 1 : this.#at);
    return {
      text: inner.replace(/\\(["\\$`])/g, '$1'),
      plain: isClosed ? inner : `"${inner}`,
      literal: !/[$`]/.test(inner.replace(/\\[$`]/g, '')),
      quoted: true,
    };
  }

  /** Returns whether the text is closed; one that is not reaches to the end. */
  #skipQuoted(): boolean {
    this.#at++;
    for (;;) {
      if (this.#text.startsWith('$(', this.#at)) this.#skipSubstitution();
      else if (this.#taken(/[^"\\$]+|\\[^]|\$/y) === undefined) break;
    }
    const isClosed = this.#taken(/"/y) !== undefined;
    if (!isClosed) this.#at = this.#text.length;
    return isClosed;
  }

  #substitution(): ShellWord {
    const start = this.#at;
    this.#skipSubstitution();
    const whole = this.#text.slice(start, this.#at);
    return this.#substituted(whole, whole.slice(2).replace(/\)$/, ''));
  }

  /** Takes up the commands of a substitution, which run before that of the word. */
  #substituted(whole: string, script: string): ShellWord {
    if (this.#level < maxNested)
      for (const command of new ShellScript(script, this.#level + 1).read()) this.#done.push(command);
    return asIs(whole, false);
  }

  /** Skips `$(…)` with everything nested in it. */
  #skipSubstitution(): void {
    this.#at += 2;
    for (let depth = 1; depth > 0;) {
      if (this.#skipHereText()) continue;
      const [sign] = this.#taken(/'[^']*'|[()"]|[^'"()<]+|[^]/y) ?? [];
      if (sign === undefined) break;
      if (sign === '"' && this.#quotes < maxNested) {
        this.#quotes++;
        this.#at--;
        this.#skipQuoted();
        this.#quotes--;
      }
      depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    }
  }

  /** Skips a here-document to its last line; false where there is none. */
  #skipHereText(): boolean {
    const start = this.#at;
    const [, mark] = this.#taken(/<<-?['"]?(\w+)['"]?/y) ?? [];
    if (mark === undefined) return false;
    if (!this.#endless.has(mark) && this.#endless.size < maxEndless) {
      const end = new RegExp(`\\n[ \\t]*${mark}(?!\\w)`, 'g');
      end.lastIndex = this.#at;
      if (end.test(this.#text)) {
        this.#at = end.lastIndex;
        return true;
      }
      this.#endless.add(mark);
    }
    this.#at = start;
    return false;
  }
}

/** Matches the mask of a secret, which is a part of a word, as the secret was, and no comment. */
const maskedSecret = /\[secret: ([^\]\s]{1,100}) #\d+\]/y;

const asIs = (text: string, literal: boolean): ShellWord => ({ text, plain: text, literal, quoted: false });

function operatorOf(sign: string): ShellCommand['operator'] {
  if (sign === '&&' || sign === '||' || sign === '&') return sign;
  return sign.startsWith('|') ? '|' : ';';
}
