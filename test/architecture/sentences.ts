/** Words of a text as people count them. */
export const wordsOf = (text: string): readonly string[] => text.match(/\S*[\p{L}\p{N}]\S*/gu) ?? []

/** The sentences of a page, without headings, tables, code and the addresses of links; a paragraph, and an item of a list, ends a sentence too. */
export const sentencesOf = (page: string): readonly string[] =>
  page
    .replaceAll(/```[\s\S]*?```|^\|.*$|^#.*$/gm, '\n')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/\n\s*\n|\n(?=[-*]|\d+\.)|(?<=[.?!][)"”*`]*)\s+/)
