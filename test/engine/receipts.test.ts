import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import { RANGE_PLAN } from '../../src/engine/move/ranges/range-plan.ts'
import type { MoveResult } from '../../src/engine/move/run/move-request.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Connector, Endpoint } from '../../src/engine/ports/connector.ts'
import type { RowSink, Source } from '../../src/engine/ports/source.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { contextWith, type Database, endpointOf, freshDatabase, nextFence, run } from './move-between.ts'
import { freshMysql, mysqlEndpoint } from './move-mysql.ts'

/** As many rows as the promise names. */
const MANY = 1_000_000

let server: RunningPostgres
let mariadb: RunningMariadb
let source: Database
let destination: Database

beforeAll(async () => {
  server = await startPostgres()
  mariadb = await startMariadb()
  source = await freshDatabase(server)
  destination = await freshDatabase(server)
  await run(
    source,
    'CREATE TABLE orders (id int, line bigint, note text, PRIMARY KEY (id, line))',
    `INSERT INTO orders SELECT n, -n * 5000000000, 'note ' || n FROM generate_series(1, 500) n`,
    'CREATE TABLE codes (code text PRIMARY KEY, at timestamptz)',
    `INSERT INTO codes SELECT 'ä' || n, now() FROM generate_series(1, 300) n`,
    'CREATE TABLE bare (v text)',
    `INSERT INTO bare VALUES ('one'), ('two')`,
    'CREATE TABLE many (id int PRIMARY KEY)',
    `INSERT INTO many SELECT generate_series(1, ${MANY})`,
  )
})

afterAll(() => Promise.all([server.stop(), mariadb.stop()]))

const connectorOf = ({ integration }: Endpoint): Connector =>
  integration === 'mysql' ? mysqlConnector : postgresConnector

interface Way extends Partial<Parameters<typeof move>[0]> {
  /** What becomes of the rows on their way, behind everybody's back. */
  readonly distort?: (sink: RowSink) => RowSink
}

function send(from: Endpoint, to: Endpoint, stream: StreamRequest, { distort, ...more }: Way = {}) {
  const connector = connectorOf(from)
  const openSource: Connector['openSource'] = async (endpoint, context) => {
    const opened = await connector.openSource?.(endpoint, context)
    if (!opened) throw new Error('no source')
    return distort ? distorted(opened, distort) : opened
  }
  return move({
    stepProcesses: keptStepProcesses,
    source: { connector: { type: connector.type, openSource }, endpoint: from },
    destination: { connector: connectorOf(to), endpoint: to },
    streams: [stream],
    fence: nextFence(),
    context: contextWith(),
    onEvent: () => {},
    ...more,
  })
}

const distorted = (opened: Source, distort: (sink: RowSink) => RowSink): Source =>
  new Proxy(opened, {
    get: (of, name) => {
      if (name === 'read')
        return (...[request, sink, signal]: Parameters<Source['read']>) => of.read(request, distort(sink), signal)
      const found: unknown = Reflect.get(of, name)
      return typeof found === 'function' ? found.bind(of) : found
    },
  })

/** Loses the row before the last one that comes in a message of its own, and sends another twice in its place, so that every count is right. */
const exchangeOne = (sink: RowSink): RowSink => {
  let hasExchanged = false
  return {
    drained: () => sink.drained(),
    write(frames, rows) {
      const first = frames.length > 5 ? 1 + frames.readUInt32BE(1) : 0
      const second = frames.length > first + 5 ? 1 + frames.readUInt32BE(first + 1) : 0
      const isWhole = frames[0] === 0x64 && second > 0 && first + second <= frames.length && frames[first] === 0x64
      if (hasExchanged || !isWhole || rows < 3) return sink.write(frames, rows)
      hasExchanged = true
      // The first message of a binary stream has its head too, so the second one is sent again instead of a third.
      const third = first + second
      const end = third + 1 + frames.readUInt32BE(third + 1)
      const copy = [frames.subarray(0, third), frames.subarray(first, third), frames.subarray(end)]
      return sink.write(Buffer.concat(copy), rows)
    },
  }
}

const loseOne = (sink: RowSink): RowSink => {
  let hasLost = false
  return {
    drained: () => sink.drained(),
    write(frames, rows) {
      if (hasLost || rows < 3) return sink.write(frames, rows)
      hasLost = true
      const first = 1 + frames.readUInt32BE(1)
      const end = first + 1 + frames.readUInt32BE(first + 1)
      return sink.write(Buffer.concat([frames.subarray(0, first), frames.subarray(end)]), rows)
    },
  }
}

const streamOf = (entity: string, target = entity.replace('public.', '')): StreamRequest => ({
  entity,
  target,
  mode: 'replace',
})

const checkOf = ({ streams }: MoveResult) => {
  const { status, check, error } = streams[0] ?? {}
  return { status, ...check, ...(error && { code: error.code }) }
}

describe('what stands behind a receipt', () => {
  it.each([
    ['whole numbers', 'orders', ['id', 'line']],
    ['texts', 'codes', ['code']],
  ])('two Postgres compare keys of %s', async (_, table, keys) => {
    const from = endpointOf(source)
    const result = await send(from, endpointOf(destination), streamOf(`public.${table}`))
    expect(checkOf(result)).toMatchObject({ status: 'succeeded', state: 'verified', keys })
    expect(result.streams[0]?.phases).toEqual({
      begun: expect.any(String),
      moving: expect.any(Number),
      checking: expect.any(Number),
      committing: expect.any(Number),
    })
  })

  it('Postgres and MySQL compare keys of whole numbers, both ways, and count where they have no sum in common', async () => {
    const there = mysqlEndpoint(await freshMysql(mariadb))
    const back = endpointOf(await freshDatabase(server))
    const across = await send(endpointOf(source), there, streamOf('public.orders', 'orders'))
    expect(checkOf(across)).toMatchObject({ state: 'verified', rows: 500 })
    const home = await send(there, back, streamOf(`${there.credentials['database']}.orders`, 'orders'))
    expect(checkOf(home)).toMatchObject({ state: 'verified', rows: 500 })
    expect(home.streams[0]?.check?.digest).toEqual(across.streams[0]?.check?.digest)
    const codes = await send(endpointOf(source), there, streamOf('public.codes', 'codes'))
    expect(checkOf(codes)).toMatchObject({ status: 'succeeded', state: 'counted', reason: 'types', rows: 300 })
  })

  it('two MySQL compare keys of texts', async () => {
    const [one, other] = [await freshMysql(mariadb), await freshMysql(mariadb)]
    await runMysql(one, 'CREATE TABLE c (code varchar(20) PRIMARY KEY)', "INSERT INTO c VALUES ('ä'), ('b\tc')")
    const result = await send(mysqlEndpoint(one), mysqlEndpoint(other), streamOf(`${one.database}.c`, 'c'))
    expect(checkOf(result)).toMatchObject({ status: 'succeeded', state: 'verified', rows: 2 })
  })

  it('rows without a key are counted', async () => {
    const result = await send(endpointOf(source), endpointOf(destination), streamOf('public.bare'))
    expect(checkOf(result)).toMatchObject({ status: 'succeeded', state: 'counted', rows: 2, reason: 'no-key' })
  })

  it('rows that are appended count by the answer of the destination', async () => {
    const stream = { ...streamOf('public.orders', 'appended'), mode: 'append' as const }
    await send(endpointOf(source), endpointOf(destination), stream)
    const again = await send(endpointOf(source), endpointOf(destination), stream)
    expect(checkOf(again)).toMatchObject({ status: 'failed' })
    const fresh = { ...stream, entity: 'public.bare', target: 'bare_appended' }
    await send(endpointOf(source), endpointOf(destination), fresh)
    const more = await send(endpointOf(source), endpointOf(destination), fresh)
    expect(checkOf(more)).toMatchObject({ status: 'succeeded', state: 'counted', reason: 'answered' })
  })

  it('keys that no step touched are compared behind steps too', async () => {
    const steps = [
      { id: 'upper', type: 'compute' as const, settings: { columns: [{ name: 'note', expression: 'upper(note)' }] } },
    ]
    const way = { transformations: { steps, salt: '' } }
    const result = await send(endpointOf(source), endpointOf(destination), streamOf('public.orders', 'stepped'), way)
    expect(checkOf(result)).toMatchObject({ status: 'succeeded', state: 'verified', keys: ['id', 'line'] })
  })
})

describe.each([
  ['one way', {}],
  ['range by range', { ranges: { ...RANGE_PLAN, blocks: 1_000 } }],
])('one row of a million that goes astray, %s', (_, way) => {
  it('fails the run, and the old rows stay', async () => {
    const old = await freshDatabase(server)
    await run(old, 'CREATE TABLE many (id int PRIMARY KEY)', 'INSERT INTO many VALUES (-1)')
    const attempt = (distort: Way['distort']) =>
      send(endpointOf(source), endpointOf(old), streamOf('public.many'), { ...way, ...(distort && { distort }) })
    expect(checkOf(await attempt(loseOne))).toMatchObject({ status: 'failed', code: 'ROW_COUNT_MISMATCH' })
    expect(await run(old, 'SELECT id FROM many')).toEqual([{ id: '-1' }])
  })
})

describe('one row that is exchanged for another', () => {
  it.each(['orders', 'codes'])(
    'fails the run although every count of %s is right, and the old rows stay',
    async (table) => {
      const old = await freshDatabase(server)
      // Without a unique index, which would find two of a kind too.
      await run(
        old,
        `CREATE TABLE "${table}" AS SELECT * FROM (VALUES (1)) v (id) WHERE false`,
        `DROP TABLE "${table}"`,
      )
      await run(
        old,
        table === 'orders'
          ? 'CREATE TABLE orders (id int, line bigint, note text)'
          : 'CREATE TABLE codes (code text, at timestamptz)',
        table === 'orders' ? "INSERT INTO orders VALUES (0, 0, 'old')" : "INSERT INTO codes VALUES ('old', now())",
      )
      const result = await send(endpointOf(source), endpointOf(old), streamOf(`public.${table}`), {
        distort: exchangeOne,
      })
      expect(checkOf(result)).toMatchObject({ status: 'failed', state: 'failed', code: 'VERIFICATION_FAILED' })
      expect(await run(old, `SELECT count(*) AS rows FROM "${table}"`)).toEqual([{ rows: '1' }])
    },
  )
})
