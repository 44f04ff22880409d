import { createHash } from 'node:crypto'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { MoveRequest } from '../../src/engine/move/run/move-request.ts'
import { makeDialler } from '../../src/engine/net/dialler.ts'
import type { Connector, Endpoint } from '../../src/engine/ports/connector.ts'
import { alteringOneCell } from '../engine/altered-cell.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { startMariadb } from '../support/mariadb/start-mariadb.ts'
import { startPostgres } from '../support/postgres/start-postgres.ts'
import { run } from '../support/run-sql.ts'
import { createBenchTable, createMysqlBenchTable } from './bench-table.ts'
import { median } from './measure.ts'
import { mysqlEndpoint } from './mysql.ts'
import { type BenchOptions, endpointOf } from './two-postgres.ts'

interface End {
  readonly connector: Connector
  readonly endpoint: Endpoint
  readonly entity: string
  readonly fill: (rows: number) => Promise<unknown>
  readonly stop: () => Promise<void>
}

const STARTS = {
  async postgres(): Promise<End> {
    const server = await startPostgres({ durable: true, settings: { max_wal_size: '4GB' } })
    const fill = async (rows: number) => {
      for (const statement of createBenchTable(rows, true)) await run(server.url, statement)
    }
    return {
      connector: postgresConnector,
      endpoint: endpointOf(server),
      entity: 'public.bench',
      fill,
      stop: server.stop,
    }
  },
  async mysql(): Promise<End> {
    const server = await startMariadb({ durable: true })
    const fill = (rows: number) => runMysql(server, ...createMysqlBenchTable(rows, true))
    const entity = `${server.database}.bench`
    return { connector: mysqlConnector, endpoint: mysqlEndpoint(server), entity, fill, stop: server.stop }
  },
}

const PAIRS = {
  'pg-pg': ['postgres', 'postgres'],
  'mysql-mysql': ['mysql', 'mysql'],
  'mysql-pg': ['mysql', 'postgres'],
  'pg-mysql': ['postgres', 'mysql'],
  /** Steps make other rows, so this process sums those that it sends. */
  'pg-pg-steps': ['postgres', 'postgres'],
} as const

/**
 * Runs that compare keys and runs that compare all values, in turn, between each pair of databases: the check's part of their time, and whether one
 * altered cell is found.
 */
export async function benchValues({ rows, rounds, only }: BenchOptions & { readonly only?: string }): Promise<void> {
  const lines: object[] = []
  for (const [pair, [read, written]] of Object.entries(PAIRS)) {
    if (only !== undefined && only !== pair) continue
    const [source, destination] = await Promise.all([STARTS[read](), STARTS[written]()])
    try {
      console.log(`${pair}: making ${rows.toLocaleString('en')} rows …`)
      await source.fill(rows)
      lines.push(await benchPair(pair, { source, destination, rows, rounds, hasSteps: pair.endsWith('steps') }))
      console.table(lines)
    } finally {
      await Promise.all([source.stop(), destination.stop()])
    }
  }
}

interface Pair extends Pick<BenchOptions, 'rows' | 'rounds'> {
  readonly source: End
  readonly destination: End
  readonly hasSteps: boolean
}

async function benchPair(pair: string, ends: Pair): Promise<object> {
  await moveAll(ends, { verify: 'keys' })
  const found = { keys: [] as Timed[], values: [] as Timed[] }
  for (let round = 0; round < ends.rounds; round++)
    for (const verify of ['keys', 'values'] as const) found[verify].push(await moveAll(ends, { verify }))
  const altered = `customer ${createHash('md5')
    .update(String(Math.floor(ends.rows / 2)))
    .digest('hex')}`
  const { error } = await moveAll(ends, { verify: 'values', altered })
  const shares = (timed: readonly Timed[]) => median(timed.map(({ seconds, checking }) => checking / seconds))
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  const ratios = found.values.map(({ seconds }, at) => seconds / (found.keys[at]?.seconds ?? Number.NaN))
  return {
    pair,
    rows: ends.rows,
    keys: `${median(found.keys.map(({ seconds }) => seconds)).toFixed(1)} s`,
    'check of keys': percent(shares(found.keys)),
    values: `${median(found.values.map(({ seconds }) => seconds)).toFixed(1)} s`,
    'check of values': percent(shares(found.values)),
    'values beside keys': `${median(ratios).toFixed(2)} ×`,
    'altered cell': error === 'VERIFICATION_FAILED' ? 'found' : 'not found',
    sum: found.values[0]?.digest,
    columns: found.values[0]?.columns,
  }
}

interface Timed {
  readonly seconds: number
  readonly checking: number
  readonly digest: string | undefined
  readonly columns: number | undefined
  readonly error: string | undefined
}

let epoch = 0n

const STEPS = [{ id: 'f', type: 'filter', settings: { where: 'id >= 0' } }] as const

async function moveAll(
  { source, destination, hasSteps }: Pair,
  { verify, altered }: { readonly verify: 'keys' | 'values'; readonly altered?: string },
): Promise<Timed> {
  epoch++
  const { connector, endpoint } = destination
  const request: MoveRequest = {
    source: { connector: source.connector, endpoint: source.endpoint },
    destination: { connector: altered === undefined ? connector : alteringOneCell(connector, altered), endpoint },
    streams: [{ entity: source.entity, target: destination.entity, mode: 'replace', verify }],
    ...(hasSteps && { transformations: { steps: STEPS, salt: '' } }),
    fence: { flowId: 'bench', runId: `bench ${epoch}`, epoch },
    context: {
      signal: new AbortController().signal,
      dialler: makeDialler({ allowPrivate: true }),
      vendors: { addresses: {} },
    },
    onEvent: () => {},
  }
  const begun = performance.now()
  const [stream] = (await move(request)).streams
  if (altered === undefined && stream?.check?.state !== (hasSteps && verify === 'keys' ? 'counted' : 'verified'))
    throw new Error(`the rows are not verified: ${JSON.stringify(stream)}`)
  return {
    seconds: (performance.now() - begun) / 1_000,
    checking: (stream?.phases?.checking ?? 0) / 1_000,
    digest: stream?.check?.digest?.name.split(' ')[0],
    columns: stream?.check?.keys?.length,
    error: stream?.error?.code,
  }
}
