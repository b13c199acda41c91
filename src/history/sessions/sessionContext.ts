const oldContext = /^This is the [^\n]{0,80}We are setting up the context for our chat\./;

/** Reports whether a text is the context at the start of a chat. */
export const isSessionContext = (text: string): boolean =>
  text.startsWith('<session_context>') || oldContext.test(text);
