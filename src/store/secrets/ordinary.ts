const placeholder =
  /change[-_ ]?me|your[-_ ]|<[^>]*>|\$\{|x{4,}|\*{3}|\.{3}|placeholder|example|dummy|replace[-_ ]?(?:me|with|this)|insert[-_ ]|to[-_ ]?do\b/i;

/** Whether a value only shows where a secret belongs: a variable, a mask, words that ask for it. */
export const isPlaceholder = (value: string): boolean => placeholder.test(value) || /^[$%]|~{6}/.test(value);

/** A part of a value that stands in other text without being a secret. */
export const isOrdinary = (part: string): boolean =>
  part === '' ||
  /^[\d.:+eETZ/_-]*$/.test(part) || // numbers, times, addresses of networks
  /^(?:\.{0,2}|~|[A-Za-z]:)?[/\\]/.test(part) || // paths
  /^(?:[\w-]+\/)+[\w.-]+$/.test(part) ||
  /^[\w.+-]+@[\w.-]+\.[a-z]+$/i.test(part) ||
  /^(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?(?:\/\S*)?$/i.test(part) || // hosts
  part
    .split(/[-_.]/)
    .every((word) => /^(?:\d{1,4}|v\d+|(?:[A-Z]?[a-z]{2,})+|[A-Z]{2,}|[A-Za-z])$/.test(word)); // words
