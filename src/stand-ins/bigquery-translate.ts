/** A statement of BigQuery's SQL that Millrace writes, in that of DuckDB. */
export function inDuckdb(statement: string): string {
  const literals: string[] = []
  // Texts stay as they are, whatever they contain.
  const bare = statement.replace(/'((?:[^'\\]|\\.)*)'/g, (_, text: string) => {
    literals.push(`'${unescaped(text).replaceAll("'", "''")}'`)
    return `§${literals.length - 1}§`
  })
  const translated = structs(bare)
    .replaceAll('`', '"')
    .replace(/^MERGE /, 'MERGE INTO ')
    .replaceAll(/TO_JSON_STRING\(/g, 'to_json_text(')
    .replaceAll('COUNTIF(', 'count_if(')
    .replaceAll('LENGTH(changes)', 'octet_length(changes)')
    .replaceAll(/GENERATE_ARRAY\(1, ([^()]+)\)/g, 'generate_series(1, ($1)::BIGINT)')
    .replaceAll(/TIMESTAMP_ADD\(CURRENT_TIMESTAMP\(\), INTERVAL (\d+) SECOND\)/g, '(now() + INTERVAL $1 SECOND)')
    .replaceAll('CURRENT_TIMESTAMP()', 'now()')
    .replaceAll('AS INT64)', 'AS BIGINT)')
    .replaceAll(/AS (BIGNUMERIC|STRING)\)/g, 'AS VARCHAR)')
  return withJson(translated).replace(/§(\d+)§/g, (_, at: string) => literals[Number(at)] ?? '')
}

/** DuckDB's JSON is no text. */
const withJson = (statement: string): string =>
  replaceCall(statement, 'to_json_text(', (inner) => `to_json(${inner})::VARCHAR`)

const structs = (statement: string): string =>
  replaceCall(statement, 'STRUCT(', (inner) => {
    const fields = split(inner).map((field) => field.replace(/^([\s\S]+) AS (\w+)$/, '$2 := $1'))
    return `struct_pack(${fields.join(', ')})`
  })

/** @param name with its bracket */
function replaceCall(statement: string, name: string, write: (inner: string) => string): string {
  const begin = statement.indexOf(name)
  if (begin < 0) return statement
  let depth = 1
  let end = begin + name.length
  for (; depth > 0 && end < statement.length; end++) depth += { '(': 1, ')': -1 }[statement[end] ?? ''] ?? 0
  const inner = statement.slice(begin + name.length, end - 1)
  return `${statement.slice(0, begin)}${write(replaceCall(inner, name, write))}${replaceCall(statement.slice(end), name, write)}`
}

/** At commas outside of brackets. */
function split(list: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < list.length; at++) {
    depth += { '(': 1, ')': -1 }[list[at] ?? ''] ?? 0
    if (list[at] !== ',' || depth > 0) continue
    parts.push(list.slice(from, at).trim())
    from = at + 1
  }
  return [...parts, list.slice(from).trim()]
}

const unescaped = (text: string): string =>
  text.replace(/\\(x00|.)/g, (_, letter: string) => ({ n: '\n', r: '\r', x00: '\0' })[letter] ?? letter)
