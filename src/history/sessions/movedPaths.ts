/** Rewrites paths below one folder to the same below another, in all strings of a value. */
export function movedTexts<Value>(value: Value, from: string | undefined, to: string): Value;
export function movedTexts(value: unknown, from: string | undefined, to: string): unknown {
  if (from === undefined || from.length < 2 || from === to) return value;
  const move = mover(from, to);
  const moved = (each: unknown): unknown => {
    if (typeof each === 'string') return move(each);
    if (Array.isArray(each)) return each.map(moved);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, moved(inner)]));
  };
  return moved(value);
}

/** Makes a function that rewrites the paths in a text. A folder with a longer name is another one. */
function mover(from: string, to: string): (text: string) => string {
  const isWindows = /^[A-Za-z]:[\\/]|^\\\\/.test(from);
  const stem = from
    .replace(/[\\/]+$/, '')
    .split(/[\\/]/)
    .map(escaped)
    .join(isWindows ? '(?:[\\\\/]|\\\\\\\\)' : '/');
  const pattern = new RegExp(
    `(?<![\\w.-])${stem}(?![\\w-]|\\.\\w)((?:[\\\\/][^\\s"'\`<>|:*?,;)\\]]*)?)`,
    isWindows ? 'gi' : 'g',
  );
  const toWindows = to.includes('\\');
  const rest = (path: string): string => {
    if (isWindows === toWindows) return path;
    return isWindows ? path.replaceAll(/\\+/g, '/') : path.replaceAll('/', '\\');
  };
  const base = to.replace(/[\\/]+$/, '');
  return (text) => text.replaceAll(pattern, (_match, path: string) => base + rest(path));
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
