import { startPostgres } from '../support/postgres/start-postgres.ts'
import type { Measurement } from './measure.ts'
import { measureMove } from './race.ts'
import { type BenchOptions, endpointOf, run } from './two-postgres.ts'

const GONE = 1_000

/** Per kind of key: its type, and the key of the row with a number. */
const KEYS = {
  number: { type: 'bigint', of: 'n' },
  hash: { type: 'text', of: `'order-' || md5(n::text)` },
} as const

interface Compared extends Measurement {
  readonly keysCompared: number
  readonly rowsRemoved: number
}

/** A run that reads one new row of a large table and finds a thousand rows that are gone at the source: its time, its memory, and the keys that travelled. */
export async function benchVanished({
  rows,
  only,
}: Pick<BenchOptions, 'rows'> & { readonly only?: string }): Promise<void> {
  const start = () => startPostgres({ durable: true, settings: { max_wal_size: '4GB' } })
  const [source, destination] = await Promise.all([start(), start()])
  try {
    const lines: object[] = []
    for (const [order, { type, of }] of Object.entries(KEYS).filter(([kind]) => (only ?? kind) === kind))
      for (const count of [rows / 10, rows]) {
        const make = [
          'DROP TABLE IF EXISTS keyed',
          `CREATE TABLE keyed (key ${type} PRIMARY KEY, changed bigint)`,
          `INSERT INTO keyed SELECT ${of}, n * 100000 FROM generate_series(1::bigint, ${count}) n`,
          'VACUUM (ANALYZE, FREEZE) keyed',
          'CHECKPOINT',
        ]
        await Promise.all([run(source, ...make), run(destination, ...make)])
        await run(source, `DELETE FROM keyed WHERE changed / 100000 % ${count / GONE} = 7`, 'VACUUM ANALYZE keyed')
        const compared = (await measureMove({
          source: endpointOf(source),
          destination: endpointOf(destination),
          entity: 'public.keyed',
          target: 'public.keyed',
          rows: 1,
          mode: 'upsert',
          stream: { cursor: { column: 'changed' }, vanished: { limit: 10 } },
          readUpTo: { column: 'changed', highWaterMark: String(count * 100_000) },
        })) as Compared
        if (compared.rowsRemoved !== GONE) throw new Error(`removed ${compared.rowsRemoved} rows`)
        const { seconds, peakMegabytes, keysCompared } = compared
        const share = `${((keysCompared / count) * 100).toFixed(4)} %`
        lines.push({
          order,
          keys: count,
          gone: GONE,
          seconds,
          'MB at most': peakMegabytes,
          'keys sent': keysCompared,
          share,
        })
      }
    console.table(lines)
  } finally {
    await Promise.all([source.stop(), destination.stop()])
  }
}
