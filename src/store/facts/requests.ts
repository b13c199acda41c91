/** Names of what editors and agents put around the words of a person: files, selections, results of searches. */
const block = /^\s*<([A-Za-z][\w-]*)(?:\s[^<>]*)?>[^]*?<\/\1>/;
/** Elements that hold what the person wrote. */
const wrapper =
  /^\s*<(user_query|user_message|user-query|userRequest|task|feedback|answer|request|USER_REQUEST)>\s*([^]*?)\s*<\/\1>/;

/** What a person wrote, without what an editor or an agent put before it; all of it where there is nothing else. */
export function withoutSurroundings(text: string): string {
  let rest = text.trim();
  for (;;) {
    const said = wrapper.exec(rest)?.[2];
    if (said !== undefined && said !== '') return said;
    const next = rest.replace(block, '').trim();
    if (next === rest) return rest;
    if (next === '') return rest;
    rest = next;
  }
}
