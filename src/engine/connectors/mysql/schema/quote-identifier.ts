/** The only way in which a name gets into SQL. */
export function quoteIdentifier(name: string): string {
  if (name === '' || name.includes('\0')) throw new Error('a name in SQL is neither empty nor holds NUL')
  return `\`${name.replaceAll('`', '``')}\``
}

/** A text constant; all our sessions have NO_BACKSLASH_ESCAPES off, and send UTF-8. */
export const quoteLiteral = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\0', '\\0')}'`
