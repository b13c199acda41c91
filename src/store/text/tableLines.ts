/** Where something stands in a text, each place; nothing stands nowhere. */
export function* placesIn(text: string, sought: string): Generator<number> {
  if (sought === '') return;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) yield at;
}

/** The line of a text that a place is in. */
export function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end < 0 ? undefined : end);
}
