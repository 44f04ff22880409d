/** The only way in which a name gets into DuckDB's SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A text constant; a backslash has no special meaning. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`
