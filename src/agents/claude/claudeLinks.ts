/**
 * What is kept of a line to place it in the conversation. Texts are replaced by numbers, as long transcripts have
 * hundreds of thousands of lines.
 */
export interface LineLink {
  /** Index of the line among the readable ones. */
  readonly at: number;
  /**
   * The preceding line: its number, or its uuid while unseen. Null at a root; undefined if the line names none and
   * follows the previous line.
   */
  readonly parent: number | string | null | undefined;
  readonly kind:
    | 'prompt'
    | 'answer'
    | 'results'
    | 'boundary'
    | 'summary'
    | 'queued'
    | 'recap'
    | 'note'
    | 'other';
  /** Milliseconds; undefined if the line has no time. */
  readonly time: number | undefined;
  readonly session: number;
  /** Shared by the lines of one answer. */
  readonly answer: number | undefined;
  /** Tool calls of an answer. */
  readonly uses: readonly number[];
  /** Calls whose results the line holds, in its order. */
  readonly results: readonly number[];
  /** On a boundary: uuids of messages kept through the compaction. */
  readonly preserved: readonly string[];
  /** On a prompt: the title of a session that begins with it. */
  readonly title: string | undefined;
}

/** Returns the number of the line with a uuid. */
export type FindLine = (uuid: string) => number | undefined;

/** Lines that belong to a conversation after rewinds. */
export interface ClaudeFlow {
  /** In file order. */
  readonly links: readonly LineLink[];
  /** Numbers of the lines at which messages in rewound branches begin, ascending. */
  readonly rewound: readonly number[];
}

/**
 * Selects the conversation that leads to the newest line.
 *
 * After a rewind two prompts follow the same line, and only the branch with the newest line counts. Other apparent
 * branches are included: pieces and results of an answer, and lines that Claude Code wrote late. Queued prompts are not
 * linked; they follow what was said before them.
 */
export function flowOf(all: readonly LineLink[], find: FindLine): ClaudeFlow {
  const links = all.filter(({ kind }) => kind !== 'queued');
  const path = new Paths(links, find).kept;
  const answers = new Set<number>();
  const calls = new Set<number>();
  for (const link of links) if (path.has(link.at) && link.answer !== undefined) answers.add(link.answer);
  const kept = new Set<number>();
  for (const link of links) {
    const piece = link.answer !== undefined && answers.has(link.answer);
    const result = link.results.some((id) => calls.has(id));
    if (!path.has(link.at) && !piece && !result) continue;
    kept.add(link.at);
    for (const id of link.uses) calls.add(id);
  }
  keepBoundaries(links, kept, find);
  keepQueued(all, kept);
  return { links: all.filter((link) => kept.has(link.at)), rewound: rewoundIn(all, kept) };
}

/** Collects the lines of the conversation by following the links. */
class Paths {
  /** Line numbers. */
  readonly kept = new Set<number>();
  readonly #links: readonly LineLink[];
  readonly #find: FindLine;
  readonly #indexes: ReadonlyMap<number, number>;
  readonly #children = new Map<number, LineLink[]>();

  constructor(links: readonly LineLink[], find: FindLine) {
    this.#links = links;
    this.#find = find;
    this.#indexes = new Map(links.map((link, index) => [link.at, index]));
    for (const link of links) {
      const parent = lineOf(link.parent, find);
      if (parent === undefined) continue;
      const children = this.#children.get(parent);
      if (children) children.push(link);
      else this.#children.set(parent, [link]);
    }
    const newest = links.findLast((link) => isSpoken(link) || link.kind === 'recap') ?? links.at(-1);
    const ends = newest ? [newest] : [];
    for (let end = ends.pop(); end; end = ends.pop()) ends.push(...this.#walk(end));
  }

  /** Keeps the lines from `end` back to those already kept; returns the ends of side branches that were not rewound. */
  #walk(end: LineLink): LineLink[] {
    const sideEnds: LineLink[] = [];
    let said: LineLink | undefined; // first spoken line after the current one
    let index = this.#indexes.get(end.at) ?? -1;
    for (let link = this.#links[index]; link && !this.kept.has(link.at); link = this.#links[index]) {
      this.kept.add(link.at);
      if (isSpoken(link)) said = link;
      sideEnds.push(...this.#siblingEnds(link, said));
      const parent = parentOf(link, this.#links[index - 1], this.kept, this.#find);
      index =
        parent === undefined
          ? -1
          : parent === 'before'
            ? index - 1
            : (this.#indexes.get(parent) ?? index - 1);
    }
    return sideEnds;
  }

  /** Newest lines of the branches that share the parent of `link` and were not rewound. */
  #siblingEnds(link: LineLink, said: LineLink | undefined): LineLink[] {
    const siblings = this.#children.get(lineOf(link.parent, this.#find) ?? -1) ?? [];
    if (siblings.length < 2) return [];
    return siblings.flatMap((sibling) => {
      if (this.kept.has(sibling.at)) return [];
      const branch = this.#spokenBelow(sibling);
      const newest = branch.at(-1);
      return newest === undefined || isRewind(link, said, branch) ? [] : [newest];
    });
  }

  /** Spoken lines of the branch that begins with `first`, in file order. */
  #spokenBelow(first: LineLink): LineLink[] {
    const found: LineLink[] = [];
    const seen = new Set<LineLink>();
    const open = [first];
    for (let link = open.pop(); link; link = open.pop()) {
      if (seen.has(link)) continue;
      seen.add(link);
      if (isSpoken(link)) found.push(link);
      open.push(...(this.#children.get(link.at) ?? []));
    }
    return found.sort((a, b) => a.at - b.at);
  }
}

/**
 * Whether a person left `branch` for the one that begins with `link`. Only people rewind, only to before a prompt, by
 * another prompt, and only past what existed then. `said` is the first spoken line after `link`.
 */
function isRewind(link: LineLink, said: LineLink | undefined, branch: readonly LineLink[]): boolean {
  if (isAside(link) || said?.kind !== 'prompt' || branch[0]?.kind !== 'prompt') return false;
  const { time = Infinity } = link;
  return branch.every((left) => left.kind === 'results' || (left.time ?? 0) <= time);
}

/** Whether Claude Code itself addresses the person in a line. */
const isAside = ({ kind }: LineLink): boolean => kind === 'note' || kind === 'recap';

const isSpoken = (link: LineLink): boolean => link.kind !== 'other' && !isAside(link);

const lineOf = (parent: LineLink['parent'], find: FindLine): number | undefined =>
  (typeof parent === 'string' ? find(parent) : parent) ?? undefined;

function parentOf(
  link: LineLink,
  before: LineLink | undefined,
  path: ReadonlySet<number>,
  find: FindLine,
): number | 'before' | undefined {
  // Only a prompt marks a new beginning by the person. Compactions start a new tree but no new conversation; so do
  // hooks on resume and lines taken over from another session.
  if (link.parent === null)
    return link.kind === 'prompt' && before?.session === link.session ? undefined : 'before';
  const parent = lineOf(link.parent, find);
  // The parent could not be read, or was kept through the compaction and comes after the boundary.
  if (parent === undefined || (link.kind === 'boundary' && path.has(parent))) return 'before';
  return parent;
}

/** Keeps boundaries that messages kept through a compaction bypass, because they still name their old parent. */
function keepBoundaries(links: readonly LineLink[], kept: Set<number>, find: FindLine): void {
  const isKept = (line: LineLink['parent']) => {
    const at = typeof line === 'string' ? find(line) : line;
    return typeof at === 'number' && kept.has(at);
  };
  for (const link of links)
    if (
      (link.kind === 'boundary' && link.preserved.some(isKept)) ||
      (link.kind === 'summary' && isKept(link.parent))
    )
      kept.add(link.at);
}

/** Keeps prompts queued while the agent worked, after the message spoken last before them. */
function keepQueued(links: readonly LineLink[], kept: Set<number>): void {
  let belongs = true;
  for (const link of links)
    if (link.kind === 'queued') {
      if (belongs) kept.add(link.at);
    } else if (isSpoken(link)) belongs = kept.has(link.at);
}

const counted: ReadonlySet<LineLink['kind']> = new Set(['prompt', 'queued', 'answer']);

function rewoundIn(links: readonly LineLink[], kept: ReadonlySet<number>): readonly number[] {
  const answers = new Set<number>();
  const begins: number[] = [];
  for (const { at, kind, answer } of links) {
    if (kept.has(at) || !counted.has(kind) || answers.has(answer ?? -1)) continue;
    begins.push(at);
    if (answer !== undefined) answers.add(answer);
  }
  return begins;
}
