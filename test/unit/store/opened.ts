import fs from 'node:fs/promises';

/** Which files are opened meanwhile, but only those whose path has `part`; and how many at once at the most. */
export async function opened(part: string, work: () => Promise<unknown>) {
  const { open } = fs;
  const paths: string[] = [];
  let [now, most] = [0, 0];
  fs.open = async (...args) => {
    const file = await open(...args);
    if (!String(args[0]).includes(part)) return file;
    paths.push(String(args[0]));
    most = Math.max(most, ++now);
    const close = file.close.bind(file);
    file.close = () => {
      now--;
      return close();
    };
    return file;
  };
  try {
    await work();
  } finally {
    fs.open = open;
  }
  return { paths, most };
}
