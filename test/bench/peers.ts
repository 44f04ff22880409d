import { NODE_PROCESS } from '../../src/bootstrap/process-flags.mjs'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { startMariadb } from '../support/mariadb/start-mariadb.ts'
import { startPostgres } from '../support/postgres/start-postgres.ts'
import { run } from '../support/run-sql.ts'
import { createBenchTable, createMysqlBenchTable } from './bench-table.ts'
import { type Measurement, measureShell } from './measure.ts'
import { isOnPath } from './mysql.ts'
import { OURS, race, report } from './race.ts'
import type { BenchOptions } from './two-postgres.ts'

interface Addresses {
  readonly source: string
  readonly destination: string
  /** With its schema or database, as the peers want it. */
  readonly table: string
}

/** It asks for TLS unless it is told otherwise; these servers have none. */
const plain = (url: string) => (url.startsWith('postgres') ? `${url}?sslmode=disable` : url)

/**
 * One command each, as the page of the peer has it for a whole table. `pip install dlt sqlalchemy "psycopg[binary]" psycopg2-binary pymysql pyarrow`,
 * `pip install sling sling-linux-amd64`, `pip install ingestr`.
 */
const PEERS: Readonly<Record<string, (ends: Addresses) => string>> = {
  sling: ({ source, destination, table }) =>
    `sling run --src-conn '${plain(source)}' --src-stream ${table} --tgt-conn '${plain(destination)}' --tgt-object public.bench --mode full-refresh`,
  ingestr: ({ source, destination, table }) =>
    `ingestr ingest --yes --source-uri '${source}' --source-table ${table} --dest-uri '${destination}' --dest-table public.bench`,
  dlt: ({ source, destination }) => `dlt_python=$(head -1 "$(command -v dlt)" | cut -c3-) && $dlt_python -c "
import dlt
from dlt.sources.sql_database import sql_database
to = dlt.destinations.postgres('${destination}')
rows = sql_database('${source.replace(/^mysql:/, 'mysql+pymysql:')}', table_names=['bench'], backend='pyarrow')
dlt.pipeline('peer', destination=to, dataset_name='peer', pipelines_dir='$(mktemp -d)').run(rows, write_disposition='replace')"`,
  pgloader: ({ source, destination, table }) =>
    `file=$(mktemp --suffix=.load) && printf '%s' "LOAD DATABASE FROM ${source} INTO ${destination} WITH include drop, create tables, prefetch rows = 10000 ${source.startsWith('mysql') ? `ALTER SCHEMA '${table.split('.')[0]}' RENAME TO 'public'` : ''};" > "$file" && pgloader "$file" && rm "$file"`,
}

const ours = ({ source, destination }: Addresses, table: string) =>
  `${process.execPath} src/server/millrace.ts move '${source}' '${destination}' --table ${table}`

/** One table into a database without it, by the command that a person types, in turn with the peers that this machine has. */
export async function benchPeers({ rows, rounds, only }: BenchOptions & { readonly only?: string }): Promise<void> {
  for (const [pair, start] of Object.entries(SOURCES)) {
    if (only !== undefined && only !== pair) continue
    const destination = await startPostgres({ durable: true, settings: { max_wal_size: '4GB' } })
    const source = await start(rows)
    try {
      const ends = { source: source.url, destination: destination.url, table: source.table }
      const before = () =>
        run(
          destination.url,
          'drop schema if exists peer cascade; drop table if exists public.bench cascade; checkpoint',
        )
      const contenders: Record<string, () => Promise<Measurement>> = {}
      for (const [name, command] of Object.entries(PEERS).filter(([peer]) => isOnPath(peer))) {
        const measure = () => measureShell(`${command(ends)} > /dev/null`, {})
        await before()
        const why = await measure().then(
          () => missingRows(destination.url, rows),
          (error: unknown) => String(error).slice(0, 600),
        )
        if (why === undefined) contenders[name] = measure
        else console.log(`${name} is left out: ${why}`)
      }
      contenders[OURS] = () => measureShell(`${ours(ends, source.table)} > /dev/null`, NODE_PROCESS.environment)
      const results = await race(contenders, rounds, before)
      report(`peers ${pair}`, rows, results)
    } finally {
      await Promise.all([source.stop(), destination.stop()])
    }
  }
}

/** @returns what is wrong with what has arrived */
async function missingRows(url: string, rows: number): Promise<string | undefined> {
  const name = `coalesce(to_regclass('peer.bench'), to_regclass('public.bench'))::text`
  const [table] = await run<{ name: string | null }>(url, `select ${name} as name`)
  if (!table?.name) return 'there is no table'
  const [row] = await run<{ n: number }>(url, `select count(*)::int as n from ${table.name}`)
  return row?.n === rows ? undefined : `it has brought ${row?.n} rows`
}

const SOURCES = {
  'pg-pg': async (rows: number) => {
    const server = await startPostgres({ durable: true, settings: { max_wal_size: '4GB' } })
    for (const statement of createBenchTable(rows, true)) await run(server.url, statement)
    return { url: server.url, table: 'public.bench', stop: server.stop }
  },
  'mysql-pg': async (rows: number) => {
    const server = await startMariadb({ durable: true })
    await runMysql(server, ...createMysqlBenchTable(rows, true))
    const { user, password, host, port, database } = server
    const url = `mysql://${user}:${password}@${host}:${port}/${database}`
    return { url, table: `${database}.bench`, stop: server.stop }
  },
} as const
