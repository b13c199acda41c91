import { separated } from '../disk/text/gluedRecords.ts';
import { headOfFile, linesOfFile } from '../history/archive/fileLines.ts';
import { readHead } from '../history/archive/frontMatter.ts';
import { isObject, jsonOf } from '../disk/base/core.ts';
import { parseChoices } from '../insight/brief/choices.ts';
import { parseActive, parseArchived, parseIndex } from '../history/contexts/contextFiles.ts';
import { parseDialogFile } from '../history/dialogs/dialogFile.ts';
import { parsePending } from '../history/dialogs/layout.ts';
import { parseMessages } from '../history/dialogs/messages.ts';
import { parseSummary } from '../history/dialogs/summary.ts';
import { parseMark } from '../disk/files/historyFormat.ts';
import { readJson, WrongContent, type Parse } from '../disk/files/json.ts';
import { parseRecord } from '../history/memory/records.ts';
import { parseLabelRecord } from '../history/sessions/labelRecords.ts';

/** What is wrong with a file. */
export type FileProblem =
  | { readonly kind: 'damaged'; readonly reason: string }
  /** Number of unreadable lines. */
  | { readonly kind: 'lines'; readonly count: number }
  /** Written by a later version. */
  | { readonly kind: 'newer'; readonly v: number };

/** A kind of file in a history. */
export interface FileKind {
  /** Matches paths relative to the history folder, with slashes. */
  readonly pattern: RegExp;
  readonly examine: (path: string) => Promise<FileProblem | undefined>;
  /** Reports whether a line is readable, in files of lines. */
  readonly isReadable?: (line: string) => boolean;
}

/** The only known value of `v` in files. */
const version = 1;

/** The front matter of an archive must end within this many bytes. */
const headBytes = 16 * 1024;

const object = (field?: string): Parse<unknown> => {
  return (value) => {
    if (!isObject(value)) throw new WrongContent('an object was expected');
    if (field !== undefined && typeof value[field] !== 'string')
      throw new WrongContent(`${field} is missing`);
  };
};

const mark: Parse<unknown> = (value) => {
  if (parseMark(value) === undefined) throw new WrongContent('it is not the mark of a history');
};

class Newer extends Error {
  readonly v: number;
  constructor(v: number) {
    super();
    this.v = v;
  }
}

/** A JSON file. Its `v` is checked first, since a later version may have another shape. */
const json = (pattern: RegExp, parse: Parse<unknown>, isVersioned = true): FileKind => ({
  pattern,
  examine: async (path) => {
    try {
      const read = await readJson(path, (value) => {
        const v = isVersioned && isObject(value) ? value.v : undefined;
        if (typeof v === 'number' && v > version) throw new Newer(v);
        parse(value);
      });
      return read.state === 'damaged' ? { kind: 'damaged', reason: read.reason } : undefined;
    } catch (error) {
      if (error instanceof Newer) return { kind: 'newer', v: error.v };
      throw error;
    }
  },
});

/** A file of appended lines. The last one may be torn; the next writer cuts it off. */
const lines = (pattern: RegExp, isRecord: (line: string) => boolean): FileKind => ({
  pattern,
  isReadable: (line) => separated(line).some(isRecord),
  examine: async (path) => {
    let count = 0;
    let isLastBad = false;
    for await (const some of linesOfFile(path))
      for (const line of some) {
        isLastBad = line !== '' && !separated(line).some(isRecord);
        if (isLastBad) count++;
      }
    if (isLastBad) count--;
    return count > 0 ? { kind: 'lines', count } : undefined;
  },
});

const archive: FileKind = {
  pattern: /^\.conversations\/[^/]+\.md$/,
  examine: async (path) => {
    const head = await headOfFile(path, headBytes);
    const v = Number(/^---\r?\nv: (\d+)\r?$/m.exec(head)?.[1] ?? version);
    if (v > version) return { kind: 'newer', v };
    return readHead(head) ? undefined : { kind: 'damaged', reason: 'its front matter cannot be read' };
  },
};

const isObjectLine = (line: string): boolean => isObject(jsonOf(line));

const inDialog = (rest: string): RegExp => new RegExp(`^[^./][^/]*/${rest}$`);

/** All kinds of files with content of their own, not derived from others. */
export const fileKinds: readonly FileKind[] = [
  json(/^project\.json$/, object('id')),
  json(/^brief\.json$/, parseChoices),
  json(/^\.history\.json$/, mark, false), // a later one is reported for the whole history
  json(/^\.machine\/place\.json$/, object('place')),
  json(/^\.machine\/active\.json$/, object('dialog')),
  json(inDialog('dialog\\.json'), parseDialogFile),
  json(inDialog('(?:backups/[^/]+/)?messages(?:-\\d+)?\\.json'), (value) => parseMessages(value), false),
  json(inDialog('(?:backups/[^/]+/)?summary\\.json'), parseSummary, false),
  json(inDialog('pending\\.json'), parsePending),
  json(inDialog('contexts/active\\.json'), parseActive),
  json(inDialog('contexts/archive/[^/]+\\.json'), parseArchived),
  json(inDialog('contexts/index\\.json'), parseIndex),
  archive,
  lines(/^\.conversations\/log\.jsonl$/, isObjectLine),
  lines(/^\.memory\/memories\.jsonl$/, (line) => parseRecord(line) !== undefined),
  json(/^\.memory\/care\.json$/, object()),
  lines(/^\.sessions\/session-[^/]+\.jsonl$/, isObjectLine),
  lines(/^\.sessions\/labels\.jsonl$/, (line) => parseLabelRecord(line) !== undefined),
  json(/^\.sessions\/summaries\/[^/]+\.json$/, object('source')),
  json(/^\.trash\/[^/]+\/item\.json$/, object('kind')),
];
