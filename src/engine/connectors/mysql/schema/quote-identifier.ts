/** The one way a name gets into SQL. */
export function quoteIdentifier(name: string): string {
  if (name === '' || name.includes('\0')) throw new Error('a name in SQL is neither empty nor holds NUL')
  return `\`${name.replaceAll('`', '``')}\``
}

/** A text constant; every session of ours has NO_BACKSLASH_ESCAPES off, and sends UTF-8. */
export const quoteLiteral = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\0', '\\0')}'`
