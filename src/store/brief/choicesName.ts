/** In `.chat-history/`: what people decided of single statements. */
export const choicesName = 'brief.json';
