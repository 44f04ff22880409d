/** What databases quote besides values: after these words a name follows. */
const NAMED =
  'column|constraint|relation|table|index|key|type|schema|database|function|role|user|field|sheet|view|stream|sequence|enum'

const QUOTATIONS: readonly (readonly [RegExp, string])[] = [
  // Postgres: Key (email)=(ada@example.com) already exists. Failing row contains (1, ada).
  [/=\s?\(.*\)/gs, '=(…)'],
  [/\bcontains \(.*\)/gs, 'contains (…)'],
  // Postgres: COPY people, line 3, column email: "ada", or without a column: the whole line.
  [/(\bCOPY [^:]*): .*/gs, '$1: …'],
  // Our own, about a date that only MySQL stores.
  [/: \S.*? is not a valid calendar date/g, ': … is not a valid calendar date'],
  // Our own, with the position of an incremental table.
  [/^Rows from .* on are read again/gs, 'Rows from … on are read again'],
  [/^Reading has begun, after .*/gs, 'Reading has begun, after ….'],
  // Our own, about the time of the newest row.
  [/\bThe latest (.*?) is .*?; at most /gs, 'The latest $1 is …; at most '],
  [/^.* in (.*?) is not a time/gs, '… in $1 is not a time'],
  // Our own, with a statement of another session.
  [/, with: .*/gs, ', with: …'],
  // DuckDB: Type INT64 with value 1234 can't be cast.
  [/\bvalue -?[\d.]\S*/g, 'value …'],
  // BigQuery: Bad int64 value: ada
  [/\bvalue: (?!["'“]).*/g, 'value: …'],
]

const QUOTED = new RegExp(
  String.raw`(?<named>\b(?:${NAMED})\s+)?(?:"(?<double>.*)"|'(?<single>.*)'|“(?<curly>.*)”)`,
  'is',
)
const SHORTEST = new RegExp(String.raw`^\s*\b(?:${NAMED})\s+(?:"[^"]*"|'[^']*'|“[^”]*”)`, 'i')

/**
 * A message of another system without what it quotes: databases quote values of rows when they refuse them. Names stay where a word such as `column`
 * stands before them. It rather hides a name than shows a value.
 */
export function withoutQuotations(message: string): string {
  const text = QUOTATIONS.reduce((left, [pattern, instead]) => left.replace(pattern, instead), message)
  let shown = ''
  let rest = text
  for (;;) {
    const found = QUOTED.exec(rest)
    if (!found) return shown + rest
    const named = SHORTEST.exec(rest.slice(found.index))
    const quotation = named?.[0] ?? found[0]
    shown += rest.slice(0, found.index) + (named ? quotation : quotation.replace(/(["'“]).*(["'”])/s, '$1…$2'))
    rest = rest.slice(found.index + quotation.length)
  }
}
