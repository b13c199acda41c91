/** Counts the records of transcripts that are parsed during some work. */
export async function parsedDuring(work: () => Promise<unknown>): Promise<number> {
  const parse = JSON.parse;
  let count = 0;
  JSON.parse = (...given): unknown => {
    if (/"(?:sessionId|payload)":/.test(given[0].slice(0, 400))) count++;
    return parse(...given);
  };
  try {
    await work();
  } finally {
    JSON.parse = parse;
  }
  return count;
}
