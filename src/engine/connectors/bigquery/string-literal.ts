/** A text as BigQuery's SQL has it. Source: cloud.google.com/bigquery/docs/reference/standard-sql/lexical#string_and_bytes_literals */
export const literal = (text: string): string =>
  `'${text.replace(/[\\'\0\n\r]/g, (character) => ESCAPES[character] ?? character)}'`

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\0': '\\x00',
  '\n': '\\n',
  '\r': '\\r',
}

export const literalOrNull = (text: string | undefined): string => (text === undefined ? 'NULL' : literal(text))
