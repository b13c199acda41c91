/** A word of a command; `literal` if the shell does not expand it. */
export interface Word {
  readonly text: string;
  readonly literal: boolean;
  readonly quoted: boolean;
}

/** One command of a script, without the operators around it. */
export interface ScriptCommand {
  readonly words: readonly Word[];
  /** Target of its output. */
  readonly output?: { readonly to: Word; readonly append: boolean };
  /** Its input, where the script contains it; `literal` if nothing in it is expanded. */
  readonly input?: { readonly text: string; readonly literal: boolean };
  /** Connected to another command by a pipe. */
  readonly piped: boolean;
  /** May not have run although the script succeeded: it follows `||`, or is in a condition or a loop. */
  readonly maybe: boolean;
}

interface Draft {
  words: Word[];
  output?: { readonly to: Word; readonly append: boolean };
  input?: { readonly text: string; readonly literal: boolean };
  piped: boolean;
  maybe: boolean;
}

const opens = /^(?:if|for|while|until|case|select|function|\{)$/;
const closes = /^(?:fi|done|esac|\})$/;
const within = /^(?:then|else|elif|do|!|\[\[)$/;

/** Parses the commands of a POSIX shell script. Those in subshells, loops and conditions are `maybe`. */
export const commandsOf = (script: string): readonly ScriptCommand[] => new Script(script).read();

class Script {
  #rest: string;
  #depth = 0;
  readonly #done: Draft[] = [];
  #current: Draft = { words: [], piped: false, maybe: false };
  /** Commands whose here-document begins on the next line. */
  #waiting: { readonly command: Draft; readonly mark: Word; readonly tabs: boolean }[] = [];

  constructor(script: string) {
    this.#rest = script;
  }

  read(): readonly ScriptCommand[] {
    while (this.#rest !== '') if (!this.#blank() && !this.#operator() && !this.#redirect()) this.#word();
    this.#end(false, false);
    return this.#done;
  }

  #blank(): boolean {
    return this.#take(/^(?:[ \t\r]|\\\r?\n)+/) !== undefined || this.#take(/^#[^\n]*/) !== undefined;
  }

  #operator(): boolean {
    const [operator] = this.#take(/^(?:&&|\|\||\|&?|;;?|\n|&(?!>)|[()])/) ?? [];
    if (operator === undefined) return false;
    if (operator === '(') this.#depth++;
    const isPipe = operator === '|' || operator === '|&';
    this.#end(isPipe, operator === '||');
    if (operator === ')') this.#depth = Math.max(0, this.#depth - 1);
    if (operator === '\n') this.#hereTexts();
    return true;
  }

  #redirect(): boolean {
    const [, from = '', kind] = this.#take(/^(\d*|&)(>>|>\||>&|>|<<-|<<<|<<|<)[ \t]*/) ?? [];
    if (kind === undefined) return false;
    const word = this.#takeWord();
    if (kind === '<<' || kind === '<<-')
      this.#waiting.push({ command: this.#current, mark: word, tabs: kind === '<<-' });
    else if (kind === '<<<') this.#current.input = { ...word, text: `${word.text}\n` };
    else if (kind.startsWith('>') && kind !== '>&' && /^[1&]?$/.test(from))
      this.#current.output = { to: word, append: kind === '>>' };
    return true;
  }

  #word(): void {
    const word = this.#takeWord();
    const isFirst = this.#current.words.length === 0;
    if (isFirst && opens.test(word.text)) this.#depth++;
    if (isFirst && closes.test(word.text)) this.#depth = Math.max(0, this.#depth - 1);
    if (this.#depth > 0) this.#current.maybe = true;
    if (isFirst && (within.test(word.text) || opens.test(word.text) || closes.test(word.text))) return;
    this.#current.words.push(word);
  }

  #end(piped: boolean, maybe: boolean): void {
    const { words, output } = this.#current;
    if (words.length > 0 || output) this.#done.push(this.#current);
    if (piped) this.#current.piped = true;
    this.#current = { words: [], piped, maybe: maybe || this.#depth > 0 };
  }

  #hereTexts(): void {
    for (const { command, mark, tabs } of this.#waiting) {
      const lines: string[] = [];
      while (this.#rest !== '') {
        const [whole = '', raw = ''] = this.#take(/^([^\n]*)(?:\n|$)/) ?? [];
        const line = tabs ? raw.replace(/^\t+/, '') : raw;
        if (line.replace(/\r$/, '') === mark.text || whole === '') break;
        lines.push(`${line}\n`);
      }
      const text = lines.join('');
      command.input = { text, literal: mark.quoted || !/[$`\\]/.test(text) };
    }
    this.#waiting = [];
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    const found = pattern.exec(this.#rest);
    if (!found || found[0] === '') return undefined;
    this.#rest = this.#rest.slice(found[0].length);
    return found;
  }

  #takeWord(): Word {
    const { word, length } = wordAt(this.#rest);
    this.#rest = this.#rest.slice(Math.max(1, length));
    return word;
  }
}

/** Parses the word at the start of a text and removes its quotes. */
function wordAt(rest: string): { readonly word: Word; readonly length: number } {
  let [text, literal, quoted, n] = ['', true, false, 0];
  for (; n < rest.length && !/[\s;&|<>()]/.test(rest.charAt(n)); n++) {
    const character = rest.charAt(n);
    if (character === "'" || character === '"') {
      const end = closing(rest, n);
      const inner = rest.slice(n + 1, end);
      if (character === '"' && /[$`]/.test(inner.replace(/\\[$`]/g, ''))) literal = false;
      text += character === '"' ? inner.replace(/\\(["\\$`])/g, '$1') : inner;
      [quoted, n] = [true, end];
    } else if (character === '\\') {
      text += rest.charAt(++n);
      quoted = true;
    } else {
      if (/[$`*?[~]/.test(character)) literal = false;
      text += character;
    }
  }
  return { word: { text, literal, quoted }, length: n };
}

function closing(text: string, start: number): number {
  const quote = text.charAt(start);
  for (let n = start + 1; n < text.length; n++) {
    if (quote === '"' && text.charAt(n) === '\\') n++;
    else if (text.charAt(n) === quote) return n;
  }
  return text.length;
}
