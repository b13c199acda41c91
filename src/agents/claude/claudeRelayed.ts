import { cutTag } from './claudeEnvelopes.ts';

/** Tags around words that reach a session from another one, or through a channel such as a messenger. */
const relayTags = ['cross-session-message', 'channel'] as const;

/** What Claude Code writes around them. */
const introduction = /^[ \t]*Another Claude session sent (?:you )?a message:[ \t]*$/gim;
const warning =
  /^[ \t]*(?:This|The) message (?:above )?(?:is|was|came|comes) (?:sent )?from another[^]*?(?:\n[ \t]*\n|$(?![^]))/gim;

/** A text without what others said in it. */
export interface OwnWords {
  readonly rest: string;
  /** What was said in other sessions or channels. */
  readonly relayed: readonly string[];
}

/** Separates a text from what Claude Code relays in it; only at the beginning of lines, as a person may quote it. */
export function withoutRelayed(text: string): OwnWords {
  let rest = text;
  const relayed: string[] = [];
  for (const tag of relayTags) {
    const cut = cutTag(rest, tag);
    rest = cut.rest;
    relayed.push(...cut.contents.map((content) => content.trim()));
  }
  if (relayed.length === 0) return { rest: text, relayed };
  return { rest: rest.replaceAll(introduction, '').replaceAll(warning, '').trim(), relayed };
}
