/**
 * What is remembered of a line to find its place in the conversation. Everything is told by number, for a long
 * transcript has hundreds of thousands of lines.
 */
export interface LineLink {
  /** Number of the line among those that could be read. */
  readonly at: number;
  /**
   * The line it follows: its number, or its uuid while that has not come up. Null at a root; undefined when the line
   * names none, and then it follows the line before it.
   */
  readonly parent: number | string | null | undefined;
  readonly kind: 'prompt' | 'answer' | 'results' | 'boundary' | 'summary' | 'queued' | 'note' | 'other';
  /** Milliseconds; undefined where the line has no time. */
  readonly time: number | undefined;
  readonly session: number;
  /** Lines of one answer share it. */
  readonly answer: number | undefined;
  /** Tools an answer calls. */
  readonly uses: readonly number[];
  /** Calls whose results the line holds, in its order. */
  readonly results: readonly number[];
  /** On a boundary: the uuids of messages the agent kept through the compaction. */
  readonly preserved: readonly string[];
  /** On a prompt: what would be the title of a session that begins with it. */
  readonly title: string | undefined;
}

/** The number of the line with a uuid. */
export type FindLine = (uuid: string) => number | undefined;

/** The lines of a conversation that belong to it in the end. */
export interface ClaudeFlow {
  /** In the order of the file. */
  readonly links: readonly LineLink[];
  /** Messages of branches the person left by rewinding. */
  readonly rewound: number;
}

/**
 * The conversation that leads to the newest line. Every line names the one it follows; a rewind makes two prompts
 * follow the same line, and only the branch with the newest line counts. All else that looks like branches belongs to
 * it: the pieces of an answer and the results of its calls, wherever they hang, and what stands beside a line that
 * Claude Code wrote late. What was queued is no link of the chain: it belongs to what was said before it.
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
  return { links: all.filter((link) => kept.has(link.at)), rewound: countRewound(all, kept) };
}

/** What belongs to the conversation by the lines that follow one another. */
class Paths {
  /** Numbers of lines. */
  readonly kept = new Set<number>();
  readonly #links: readonly LineLink[];
  readonly #find: FindLine;
  readonly #places: ReadonlyMap<number, number>;
  readonly #children = new Map<number, LineLink[]>();

  constructor(links: readonly LineLink[], find: FindLine) {
    this.#links = links;
    this.#find = find;
    this.#places = new Map(links.map((link, place) => [link.at, place]));
    for (const link of links) {
      const parent = lineOf(link.parent, find);
      if (parent === undefined) continue;
      const children = this.#children.get(parent);
      if (children) children.push(link);
      else this.#children.set(parent, [link]);
    }
    const newest = links.findLast(isSpoken) ?? links.at(-1);
    const ends = newest ? [newest] : [];
    for (let end = ends.pop(); end; end = ends.pop()) ends.push(...this.#walk(end));
  }

  /** Keeps the lines from `end` up to where all is kept already; gives the ends of branches beside that nobody left. */
  #walk(end: LineLink): LineLink[] {
    const beside: LineLink[] = [];
    let said: LineLink | undefined; // what was said first behind the line that is looked at
    let place = this.#places.get(end.at) ?? -1;
    for (let link = this.#links[place]; link && !this.kept.has(link.at); link = this.#links[place]) {
      this.kept.add(link.at);
      if (isSpoken(link)) said = link;
      beside.push(...this.#beside(link, said));
      const parent = parentOf(link, this.#links[place - 1], this.kept, this.#find);
      place =
        parent === undefined ? -1 : parent === 'before' ? place - 1 : (this.#places.get(parent) ?? place - 1);
    }
    return beside;
  }

  /** The newest lines of the branches that follow the same line as `link` and that nobody left by rewinding. */
  #beside(link: LineLink, said: LineLink | undefined): LineLink[] {
    const siblings = this.#children.get(lineOf(link.parent, this.#find) ?? -1) ?? [];
    if (siblings.length < 2) return [];
    return siblings.flatMap((sibling) => {
      if (this.kept.has(sibling.at)) return [];
      const branch = this.#spokenBelow(sibling);
      const newest = branch.at(-1);
      return newest === undefined || isRewind(link, said, branch) ? [] : [newest];
    });
  }

  /** What was said in the branch that begins with a line, in the order of the file. */
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
 * Whether a person left a branch for the one that begins with `link`: only a person rewinds, to before a prompt, by
 * another prompt, and only what was there then. `said` is what was said first behind `link`.
 */
function isRewind(link: LineLink, said: LineLink | undefined, branch: readonly LineLink[]): boolean {
  if (link.kind === 'note' || said?.kind !== 'prompt' || branch[0]?.kind !== 'prompt') return false;
  const { time = Infinity } = link;
  return branch.every((left) => left.kind === 'results' || (left.time ?? 0) <= time);
}

const isSpoken = ({ kind }: LineLink): boolean => kind !== 'other' && kind !== 'note';

const lineOf = (parent: LineLink['parent'], find: FindLine): number | undefined =>
  (typeof parent === 'string' ? find(parent) : parent) ?? undefined;

function parentOf(
  link: LineLink,
  before: LineLink | undefined,
  path: ReadonlySet<number>,
  find: FindLine,
): number | 'before' | undefined {
  // Only a prompt says that the person began anew. A compaction starts a new tree but no new conversation, and so
  // do hooks that run when a session is resumed, and lines taken over from another session.
  if (link.parent === null)
    return link.kind === 'prompt' && before?.session === link.session ? undefined : 'before';
  const parent = lineOf(link.parent, find);
  // The line it followed could not be read, or was kept through the compaction and comes after the boundary.
  if (parent === undefined || (link.kind === 'boundary' && path.has(parent))) return 'before';
  return parent;
}

/** Messages kept through a compaction still follow what they followed, past the boundary: it belongs here even so. */
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

/** What was typed while the agent worked belongs to what was said last before it. */
function keepQueued(links: readonly LineLink[], kept: Set<number>): void {
  let belongs = true;
  for (const link of links)
    if (link.kind === 'queued') {
      if (belongs) kept.add(link.at);
    } else if (isSpoken(link)) belongs = kept.has(link.at);
}

const counted: ReadonlySet<LineLink['kind']> = new Set(['prompt', 'queued', 'answer']);

function countRewound(links: readonly LineLink[], kept: ReadonlySet<number>): number {
  const answers = new Set<number>();
  let count = 0;
  for (const link of links) {
    if (kept.has(link.at) || !counted.has(link.kind)) continue;
    if (link.answer === undefined) count++;
    else answers.add(link.answer);
  }
  return count + answers.size;
}
