/**
 * A text as a notice may show it. The editor makes `[text](command:…)` in notices a link that runs the command, and
 * texts of ours hold names and words that others wrote: no link can begin here.
 */
export const noticeText = (text: string): string => text.replaceAll('](', '] (');
