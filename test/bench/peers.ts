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

/** One command each, as the page of the peer has it for a whole table. `pip install "dlt[postgres,sql_database]"`, `go install` for Sling and ingestr. */
const PEERS: Readonly<Record<string, (ends: Addresses) => string>> = {
  sling: ({ source, destination, table }) =>
    `sling run --src-conn '${source}' --src-stream ${table} --tgt-conn '${destination}' --tgt-object public.bench --mode full-refresh`,
  ingestr: ({ source, destination, table }) =>
    `ingestr ingest --yes --source-uri '${source}' --source-table ${table} --dest-uri '${destination}' --dest-table public.bench`,
  dlt: ({ source, destination }) => `dlt_python=$(head -1 "$(command -v dlt)" | cut -c3-) && $dlt_python -c "
import dlt
from dlt.sources.sql_database import sql_database
to = dlt.destinations.postgres('${destination}')
rows = sql_database('${source.replace(/^mysql:/, 'mysql+pymysql:')}', table_names=['bench'], backend='pyarrow')
dlt.pipeline('peer', destination=to, dataset_name='peer', pipelines_dir='$(mktemp -d)').run(rows, write_disposition='replace')"`,
  pgloader: ({ source, destination }) =>
    `file=$(mktemp --suffix=.load) && printf '%s' "LOAD DATABASE FROM ${source} INTO ${destination} WITH include drop, create tables, prefetch rows = 10000;" > "$file" && pgloader "$file" && rm "$file"`,
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
      const shell = (command: string) => () => measureShell(`${command} > /dev/null`, {})
      const found = Object.entries(PEERS).filter(([name]) => isOnPath(name))
      const contenders: Record<string, () => Promise<Measurement>> = {
        ...Object.fromEntries(found.map(([name, command]) => [name, shell(command(ends))])),
        [OURS]: shell(ours(ends, source.table)),
      }
      const before = () =>
        run(
          destination.url,
          'drop schema if exists peer cascade; drop table if exists public.bench cascade; checkpoint',
        )
      const results = await race(contenders, rounds, before)
      report(`peers ${pair}`, rows, results)
    } finally {
      await Promise.all([source.stop(), destination.stop()])
    }
  }
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
