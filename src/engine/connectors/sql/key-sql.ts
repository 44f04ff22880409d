import type { KeyOrder, KeyQuestion, KeyRange, KeySpan, KeySum } from '../../ports/vanished-rows.ts'
import { joinedRanges, type KeyColumn, prefixOf } from './key-ranges.ts'

export type SqlRow = Readonly<Record<string, string | null>>

/** Rows of a query. @throws ConnectorError, or the server's own errors */
export type AskSql = (statement: string) => Promise<readonly SqlRow[]>

/** What differs between systems. */
export interface KeyDialect {
  /** Before the names of functions. */
  readonly catalog: string
  quote(name: string): string
  /** The SHA-256 of a key, in hexadecimal digits. */
  hashOf(columns: readonly KeyColumn[]): string
  /** The first digits of a hash: as many as show the range of this size. */
  prefix(hash: string, bits: number): string
  /** A constant that an index of keys is used for. */
  constant(place: bigint): string
  /** Sums the keys of a FROM clause range by range, or with values its rows: the `number` of each range, its `found` rows and their `total`. */
  sumsStatement(
    from: string,
    columns: readonly KeyColumn[],
    question: KeyQuestion,
    values: readonly KeyColumn[] | undefined,
  ): string
  /** The place of the range 0 of the order `number`. */
  readonly origin: bigint
}

/** Statements over keys of a table. */
export interface KeySql extends Pick<KeyDialect, 'catalog' | 'quote'> {
  /** The condition for keys in these ranges, so that an index can be used for `number`. */
  within(order: KeyOrder, columns: readonly KeyColumn[], ranges: readonly KeyRange[]): string
  span(ask: AskSql, from: string, column: string): Promise<KeySpan | undefined>
  sums(ask: AskSql, summed: SummedKeys): Promise<readonly KeySum[]>
}

export interface SummedKeys {
  readonly from: string
  readonly columns: readonly KeyColumn[]
  readonly question: KeyQuestion
  /** See `KeyQuestion`. */
  readonly values?: readonly KeyColumn[] | undefined
}

export const keySql = ({ catalog, quote, ...dialect }: KeyDialect): KeySql => ({
  catalog,
  quote,

  within(order, columns, ranges) {
    if (ranges.length === 0) return 'FALSE'
    if (order === 'number') {
      const name = quote(columns[0]?.name ?? '')
      const bounds = joinedRanges(ranges).map(
        ({ first, last }) => `${name} BETWEEN ${dialect.constant(first)} AND ${dialect.constant(last)}`,
      )
      return `(${bounds.join(' OR ')})`
    }
    const sizes = Map.groupBy(ranges, ({ bits }) => bits)
    const hash = dialect.hashOf(columns)
    const listed = (some: readonly KeyRange[]) => some.map((range) => `'${prefixOf(range)}'`).join(', ')
    const parts = [...sizes].map(([bits, some]) => `${dialect.prefix(hash, bits)} IN (${listed(some)})`)
    return `(${parts.join(' OR ')})`
  },

  async span(ask, from, column) {
    const [row] = await ask(
      `SELECT ${catalog}min(${quote(column)}) AS first_key, ${catalog}max(${quote(column)}) AS last_key FROM ${from}`,
    )
    const { first_key: first, last_key: last } = row ?? {}
    return first == null || last == null ? undefined : { first: BigInt(first), last: BigInt(last) }
  },

  async sums(ask, { from, columns, question, values }) {
    const { order, bits } = question
    const rows = await ask(dialect.sumsStatement(from, columns, question, values))
    return rows.map(({ number, found, total }) => {
      const place = BigInt(`${order === 'hash' ? '0x' : ''}${number ?? 0}`) << BigInt(bits)
      return { first: order === 'number' ? place + dialect.origin : place, rows: Number(found), sum: total ?? '' }
    })
  },
})
