import type { Step } from '../../src/engine/transform/columns/step.ts'

export type Kind = 'int' | 'text' | 'decimal' | 'date'

/** The rows between two steps, as far as the next one depends on them. */
export interface Rows {
  readonly columns: ReadonlyMap<string, Kind>
  /** Columns that identify each row; empty if nothing does. */
  readonly unique: readonly string[]
  /** Whether the place of each row is known, so that “the first rows” are always the same. */
  readonly isOrdered: boolean
  /** Whether it is that in which they were read. */
  readonly isAsRead: boolean
}

export interface Made extends Partial<Rows> {
  readonly type: Step['type']
  readonly settings: Step['settings']
  /** The rows after the step as a SELECT of its own from the rows before it, in whose column `place` is the order. */
  readonly expected: string
}

/** A step that is made of numbers, so that a failure can be reduced to smaller ones. @returns nothing if it is none for these rows */
export type Maker = (rows: Rows, pick: (most: number) => number) => Made | undefined

export const quoted = (name: string) => `"${name}"`
export const list = (names: Iterable<string>) => [...names].map(quoted).join(', ')
export const namesOf = ({ columns }: Pick<Rows, 'columns'>, ...kinds: readonly Kind[]) =>
  [...columns].flatMap(([name, kind]) => (kinds.length === 0 || kinds.includes(kind) ? [name] : []))
export const oneOf = <T>(all: readonly T[], pick: (most: number) => number): T | undefined => all[pick(all.length)]

/** Of a column, for the source, and for Millrace only. */
const CONDITIONS: Readonly<Record<Kind, readonly ((column: string) => string)[]>> = {
  int: [
    (c) => `${c} % 3 <> 0`,
    (c) => `${c} > 1200`,
    (c) => `abs(${c}) % 2 = 0`,
    (c) => `${c} IN (SELECT unnest(range(0, 4000, 7)))`,
  ],
  text: [
    (c) => `${c} LIKE 'A%'`,
    (c) => `${c} IS NOT NULL`,
    (c) => `length(${c}) > 3`,
    (c) => `EXISTS (SELECT 1 FROM unnest(string_split(${c}, ' ')) AS u(w) WHERE length(w) > 2)`,
  ],
  decimal: [(c) => `${c} > 5.5`, (c) => `${c} <= 0`, (c) => `round(${c}) <> 3`],
  date: [(c) => `${c} >= DATE '2024-02-01'`, (c) => `${c} IS NULL`, (c) => `extract('day' FROM ${c}) < 20`],
}

export const filter: Maker = (rows, pick) => {
  const [name, kind] = oneOf([...rows.columns], pick) ?? []
  const condition = kind && oneOf(CONDITIONS[kind], pick)
  if (name === undefined || !condition) return undefined
  const where = condition(quoted(name))
  return { type: 'filter', settings: { where }, expected: `SELECT * FROM rows WHERE ${where}` }
}

const VALUES: Readonly<Record<Kind, readonly (readonly [made: Kind, of: (column: string) => string])[]>> = {
  int: [
    ['int', (c) => `${c} * 2 + 1`],
    ['text', (c) => `'n' || ${c}`],
  ],
  text: [
    ['text', (c) => `upper(${c})`],
    ['text', (c) => `(SELECT max(w) FROM unnest(string_split(${c}, ' ')) AS u(w) WHERE w <> '')`],
    ['int', (c) => `(SELECT count(*) FROM unnest(string_split(${c}, ' ')) AS u(w) WHERE length(w) > 1)`],
  ],
  decimal: [['decimal', (c) => `${c} * 2`]],
  date: [['text', (c) => `strftime(${c}, '%Y/%m')`]],
}

export const computed = (rows: Rows, made: Kind, expression: string, name: string): Made => {
  const isThere = rows.columns.has(name)
  return {
    type: 'compute',
    settings: { columns: [{ name, expression }] },
    columns: new Map([...rows.columns, [name, made]]),
    unique: rows.unique.includes(name) ? [] : rows.unique,
    expected: isThere
      ? `SELECT * REPLACE ((${expression}) AS ${quoted(name)}) FROM rows`
      : `SELECT * EXCLUDE (place), (${expression}) AS ${quoted(name)}, place FROM rows`,
  }
}

export const compute: Maker = (rows, pick) => {
  const [name, kind] = oneOf([...rows.columns], pick) ?? []
  const value = kind && oneOf(VALUES[kind], pick)
  if (name === undefined || !value || rows.columns.size > 9) return undefined
  return computed(rows, value[0], value[1](quoted(name)), pick(3) === 0 ? name : `made ${rows.columns.size}`)
}

export const mask: Maker = (rows, pick) => {
  const column = oneOf(namesOf(rows, 'text', 'int'), pick)
  const method = oneOf(['hash', 'partial', 'redact'], pick)
  if (column === undefined || method === undefined || rows.unique.includes(column)) return undefined
  const text = `CAST(${quoted(column)} AS VARCHAR)`
  const shown = `least(4, length(${text}) // 3)`
  const values: Readonly<Record<string, string>> = {
    hash: `sha256('pepper' || ${text})`,
    redact: 'CAST(NULL AS VARCHAR)',
    partial: `repeat('*', length(${text}) - ${shown}) || CASE WHEN ${shown} = 0 THEN '' ELSE right(${text}, ${shown}) END`,
  }
  return {
    type: 'mask',
    settings: { columns: [{ column, method }] },
    columns: new Map([...rows.columns, [column, 'text']]),
    expected: `SELECT * REPLACE (${values[method]} AS ${quoted(column)}) FROM rows`,
  }
}

export const rename: Maker = (rows, pick) => {
  const column = oneOf(namesOf(rows), pick)
  const to = `${column}~`
  if (column === undefined || column.length > 20) return undefined
  const called = (name: string) => (name === column ? to : name)
  return {
    type: 'rename',
    settings: { columns: [{ column, to }] },
    columns: new Map([...rows.columns].map(([name, kind]) => [called(name), kind])),
    unique: rows.unique.map(called),
    expected: `SELECT * RENAME (${quoted(column)} AS ${quoted(to)}) FROM rows`,
  }
}

export const select: Maker = (rows, pick) => {
  const gone = oneOf(namesOf(rows), pick)
  const columns = namesOf(rows).filter((name) => name !== gone)
  if (gone === undefined || columns.length === 0) return undefined
  return {
    type: 'select',
    settings: { columns },
    columns: new Map([...rows.columns].filter(([name]) => name !== gone)),
    unique: rows.unique.includes(gone) ? [] : rows.unique,
    expected: `SELECT * EXCLUDE (${quoted(gone)}) FROM rows`,
  }
}

export const cast: Maker = (rows, pick) => {
  const column = oneOf(namesOf(rows, 'int', 'date'), pick)
  if (column === undefined || rows.unique.includes(column)) return undefined
  return {
    type: 'cast',
    settings: { columns: [{ column, type: 'text' }] },
    columns: new Map([...rows.columns, [column, 'text']]),
    expected: `SELECT * REPLACE (CAST(${quoted(column)} AS VARCHAR) AS ${quoted(column)}) FROM rows`,
  }
}

export const limit: Maker = (rows, pick) => {
  const most = [5, 700, 2_000][pick(3)]
  if (!rows.isOrdered) return undefined
  return {
    type: 'limit',
    settings: { rows: most },
    expected: `SELECT * FROM rows ORDER BY place LIMIT ${most}`,
  }
}
