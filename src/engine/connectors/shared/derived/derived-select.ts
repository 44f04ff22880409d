import type { ChosenColumn, Derivation, DerivedStep, RawRows } from '../../../ports/derivation.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import { type DerivedColumn, type DerivedDialect, measured } from './derived-column.ts'

/** Raw rows of one entity, and where they wait. */
export interface RawTable {
  /** As SQL. */
  readonly name: string
  readonly columns: readonly SourceColumn[]
}

/** Steps as one SELECT over raw rows. */
export interface DerivedSelect {
  /** The columns in the order in which they were asked for. */
  readonly sql: string
  /** Values that the engine refuses: conditions on the columns of a raw table. */
  readonly refused: readonly {
    readonly table: RawTable
    readonly column: string
    readonly outside: readonly string[]
  }[]
}

/** The rows after a step: its columns by their names. */
interface Rows {
  readonly from: string
  readonly columns: ReadonlyMap<string, DerivedColumn>
  /** The order in which rows arrived, as SQL. Absent: several rows have become one, or one several. */
  readonly place: string | undefined
}

/**
 * The steps with exactly the engine's results, stored as the engine's rows would be.
 * @param wanted the columns after the last step, with the types that they get in the table. @returns nothing if a result could be another one
 */
export function derivedSelect(
  { main, others, steps }: Derivation,
  tables: readonly RawTable[],
  wanted: readonly { readonly name: string; readonly type: string }[],
  dialect: DerivedDialect,
): DerivedSelect | undefined {
  const isOrdered = steps.some(({ kind }) => kind === 'first')
  const maker = new Maker({ raw: [main, ...others], tables, dialect, isOrdered })
  let rows: Rows | undefined = maker.raw(0)
  for (const step of steps) rows = rows && maker.after(rows, step)
  const list = wanted.map(({ name, type }) => {
    const column = rows?.columns.get(name)
    const stored = column && dialect.stored(column, type)
    return stored === undefined ? undefined : `${stored} AS ${dialect.quote(name)}`
  })
  if (!rows || list.includes(undefined)) return undefined
  return { sql: `SELECT ${list.join(', ')} FROM ${rows.from}`, refused: maker.refused() }
}

interface Making {
  readonly raw: readonly RawRows[]
  readonly tables: readonly RawTable[]
  readonly dialect: DerivedDialect
  /** Whether the order of the first rows is of use. */
  readonly isOrdered: boolean
}

class Maker {
  readonly #raw: readonly RawRows[]
  readonly #tables: readonly RawTable[]
  readonly #dialect: DerivedDialect
  readonly #isOrdered: boolean
  readonly #outside = new Map<
    string,
    { readonly table: RawTable; readonly column: string; readonly outside: readonly string[] }
  >()
  readonly #used = new Set<string>()
  #names = 0

  constructor({ raw, tables, dialect, isOrdered }: Making) {
    this.#raw = raw
    this.#tables = tables
    this.#dialect = dialect
    this.#isOrdered = isOrdered
  }

  refused(): DerivedSelect['refused'] {
    return [...this.#used].flatMap((sql) => this.#outside.get(sql) ?? [])
  }

  raw(at: number): Rows | undefined {
    const [rows, table] = [this.#raw[at], this.#tables[at]]
    if (!rows || !table) return undefined
    const columns = new Map<string, DerivedColumn>()
    const list = table.columns.map((own) => {
      const sql = this.#name()
      const { column, outside } = this.#dialect.arrived(own, sql)
      columns.set(own.name, column)
      if (outside.length > 0) this.#outside.set(sql, { table, column: own.name, outside })
      return `${this.#dialect.quote(own.name)} AS ${sql}`
    })
    // Partners have no order.
    const place = this.#isOrdered && at === 0 ? this.#name() : undefined
    const placed = place === undefined ? list : [...list, `${this.#dialect.place} AS ${place}`]
    const from = `(SELECT ${placed.join(', ')} FROM ${table.name}) AS ${this.#name()}`
    return { from, columns, place }
  }

  after(rows: Rows, step: DerivedStep): Rows | undefined {
    switch (step.kind) {
      case 'choose':
        return { ...rows, columns: chosen(rows.columns, step.columns) }
      case 'first':
        return this.#first(rows, step)
      case 'group':
        return this.#group(rows, step)
      case 'pair':
        return this.#pair(rows, step)
    }
  }

  #first({ from, columns, place }: Rows, { by, order }: Extract<DerivedStep, { kind: 'first' }>): Rows | undefined {
    const keys = this.#compared(columns, by)
    const ordered = this.#compared(
      columns,
      order.map(({ column }) => column),
    )
    if (!keys || !ordered || place === undefined) return undefined
    const directions = ordered.map(({ sql }, at) => `${sql} ${order[at]?.isDescending ? 'DESC' : 'ASC'} NULLS LAST`)
    const first = this.#dialect.first({
      from,
      columns: [...sqlOf(columns), place],
      keys: keys.map(({ sql }) => sql),
      order: [...directions, place],
    })
    return { from: `(${first}) AS ${this.#name()}`, columns, place }
  }

  #group({ from, columns }: Rows, { by, measures }: Extract<DerivedStep, { kind: 'group' }>): Rows | undefined {
    const keys = this.#compared(columns, by)
    if (!keys) return undefined
    const after = new Map<string, DerivedColumn>()
    const list: string[] = []
    for (const [at, key] of keys.entries()) {
      const sql = this.#name()
      list.push(`${this.#dialect.plain(key.sql, key)} AS ${sql}`)
      after.set(by[at] ?? '', { ...key, sql })
    }
    for (const measure of measures) {
      const of = measure.column === undefined ? undefined : columns.get(measure.column)
      if (measure.column !== undefined && !of) return undefined
      const made = measured(this.#dialect, measure, of)
      if (!made) return undefined
      if (of) this.#used.add(of.sql)
      const sql = this.#name()
      list.push(`${made.sql} AS ${sql}`)
      after.set(measure.name, { ...made.column, sql })
    }
    const groups = keys.length > 0 ? ` GROUP BY ${keys.map(({ sql }) => sql).join(', ')}` : ''
    return {
      from: `(SELECT ${list.join(', ')} FROM ${from}${groups}) AS ${this.#name()}`,
      columns: after,
      place: undefined,
    }
  }

  #pair({ from, columns }: Rows, step: Extract<DerivedStep, { kind: 'pair' }>): Rows | undefined {
    const other = this.raw(step.other + 1)
    if (!other) return undefined
    const mine = this.#compared(
      columns,
      step.on.map(([name]) => name),
    )
    const theirs = this.#compared(
      other.columns,
      step.on.map(([, name]) => name),
    )
    if (!mine || !theirs || mine.some((key, at) => !isComparedAlike(key, theirs[at]))) return undefined
    const on = mine.map(({ sql }, at) => `${sql} = ${theirs[at]?.sql}`).join(' AND ')
    const added = chosen(other.columns, step.added)
    const list = [...sqlOf(columns), ...sqlOf(added)].join(', ')
    const joined = `SELECT ${list} FROM ${from} ${step.keepsAll ? 'LEFT ' : ''}JOIN ${other.from} ON ${on}`
    return {
      from: `(${joined}) AS ${this.#name()}`,
      columns: new Map([...columns, ...added]),
      place: undefined,
    }
  }

  /** Columns whose values are compared. @returns nothing if the engine could compare them otherwise */
  #compared(columns: Rows['columns'], names: readonly string[]): readonly DerivedColumn[] | undefined {
    const found = names.flatMap((name) => columns.get(name) ?? [])
    if (found.length < names.length || found.some(({ family }) => family === 'none')) return undefined
    for (const { sql } of found) this.#used.add(sql)
    return found
  }

  #name(): string {
    return `r${this.#names++}`
  }
}

const sqlOf = (columns: Rows['columns']) => [...new Set([...columns.values()].map(({ sql }) => sql))]

const chosen = (columns: Rows['columns'], names: readonly ChosenColumn[]): Rows['columns'] =>
  new Map(
    names.flatMap(([from, name]) => {
      const column = columns.get(from)
      return column ? [[name, column]] : []
    }),
  )

/** The engine gives two numbers a common type before it compares them. */
const isComparedAlike = (one: DerivedColumn, other: DerivedColumn | undefined): boolean =>
  one.family === other?.family && one.isWide === other.isWide && one.scale === other.scale
