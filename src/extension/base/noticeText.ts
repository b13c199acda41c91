/**
 * Escapes text for a notice. The editor turns `[text](command:…)` into a link that runs the command, and our texts
 * contain names and words of others. What is quoted may end with a full stop of its own.
 */
export const noticeText = (text: string): string =>
  text.replaceAll('](', '] (').replaceAll(/([.…!?。！？]”)[.。]/g, '$1');
