/** The one way a name gets into DuckDB's SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A text constant; a backslash is a character like any other. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`
