/** A text, which may contain the marks of a comment, or a comment. */
const TEXT_OR_COMMENT = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g

/** Whether the query of a check names the rows of its run, the table `input`. Without it, it would look at old rows, and pass. */
export const readsInput = (query: string): boolean =>
  /\binput\b/i.test(query.replaceAll(TEXT_OR_COMMENT, (part) => (part.startsWith("'") ? part : ' ')))
