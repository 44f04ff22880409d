/** The only way in which a name gets into SQL. Postgres names can contain anything except NUL, which no catalog can contain. */
export function quoteIdentifier(name: string): string {
  if (name === '' || name.includes('\0')) throw new Error('a name in SQL is neither empty nor holds NUL')
  return `"${name.replaceAll('"', '""')}"`
}

/** A text constant, safe with every `standard_conforming_strings`. */
export function quoteLiteral(text: string): string {
  if (text.includes('\0')) throw new Error('a text in SQL holds no NUL')
  return text.includes('\\')
    ? `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
    : `'${text.replaceAll("'", "''")}'`
}
