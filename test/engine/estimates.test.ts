import { afterEach, describe, expect, it } from 'vitest'

import { makeAwsCostExplorerConnector } from '../../src/engine/connectors/aws-cost-explorer/aws-cost-explorer-connector.ts'
import { emailConnector } from '../../src/engine/connectors/email/email-connector.ts'
import { makeMetronomeConnector } from '../../src/engine/connectors/metronome/metronome-connector.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { ConnectorContext } from '../../src/engine/ports/connector.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import type { OpenedConnection } from '../../src/server/domain/connections/open-endpoint.ts'
import { estimateFlow } from '../../src/server/domain/flows/estimate-flow.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { contextWith, type Database, endpointOf, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'
import { freshSheets } from './move-sheets.ts'

const clock = { now: () => Date.parse('2026-03-15T12:00:00Z'), random: () => 0, sleep: async () => {} }

let shop: Database
let warehouse: Database
let from: MysqlDatabase
let to: MysqlDatabase
let cleanUp: () => Promise<unknown> = async () => {}

givenBothSystems((ends) => {
  ;({ source: shop, destination: warehouse, from, to } = ends)
})

afterEach(() => cleanUp())

const postgres = (database: Database): OpenedConnection => ({
  connector: postgresConnector,
  endpoint: endpointOf(database),
})
const mysql = (database: MysqlDatabase): OpenedConnection => ({
  connector: mysqlConnector,
  endpoint: mysqlEndpoint(database),
})
const orders: StreamRequest = { entity: 'public.orders', mode: 'append' }

interface Estimated {
  readonly source: OpenedConnection
  readonly destination: OpenedConnection
  readonly streams?: readonly StreamRequest[]
  readonly steps?: readonly Step[]
  readonly schedule?: { readonly cron: string; readonly timezone: string }
  readonly mark?: string
}

const estimate = (
  { source, destination, streams = [], steps = [], schedule, mark }: Estimated,
  context: ConnectorContext = contextWith(),
) =>
  estimateFlow(
    {
      ...{ source, destination, streams, steps, schedule },
      ...(mark !== undefined && { stateOf: () => ({ cursor: { column: 'id', highWaterMark: mark } }) }),
    },
    context,
  )

const TABLE = 'CREATE TABLE orders (id int PRIMARY KEY, note varchar(20))'

const givenOrders = (rows: number) =>
  run(shop, TABLE, `INSERT INTO orders SELECT n, 'note ' || n FROM generate_series(1, ${rows}) n`)

const counted = (amount: number) => ({ certainty: 'counted', amount })

describe('between databases', () => {
  it('rows of small tables are counted, from every database into every other', async () => {
    await givenOrders(25_000)
    await runMysql(from, TABLE, "INSERT INTO orders VALUES (1, 'a'), (2, 'b'), (3, 'c')")

    expect(await estimate({ source: postgres(shop), destination: mysql(to) })).toMatchObject({
      source: { figures: { rows: counted(25_000), bytes: { certainty: 'estimated' } } },
      destination: { figures: { rows: counted(25_000) } },
      streams: [{ entity: 'public.orders', read: { rows: counted(25_000) } }],
      seconds: { certainty: 'unknown' },
    })
    expect(await estimate({ source: mysql(from), destination: postgres(warehouse) })).toMatchObject({
      destination: { figures: { rows: counted(3) } },
    })
  })

  it('only the new rows of an incremental stream count, and what a step may leave out', async () => {
    await givenOrders(25_000)
    const streams = [{ ...orders, mode: 'upsert' as const, cursor: { column: 'id' } }]
    const ends = { source: postgres(shop), destination: postgres(warehouse), streams }

    // Numbers below the position are read again, in case their transactions were open.
    const rows = counted(10_002)
    expect((await estimate({ ...ends, mark: '24999' })).destination.figures).toMatchObject({ rows })
    const steps: Step[] = [{ id: 'f', type: 'filter', settings: { where: 'id > 5' } }]
    expect((await estimate({ ...ends, mark: '24999', steps })).destination.figures.rows).toEqual({
      ...{ certainty: 'estimated', amount: 10_002, bound: 'most' },
    })
  })

  it('rows of large tables are estimated by the server, and of a part of them too', async () => {
    await run(
      shop,
      `CREATE TABLE orders AS SELECT n AS id, repeat('x', 900) AS note FROM generate_series(1, 20000) n`,
      'ANALYZE orders',
    )
    const ends = { source: postgres(shop), destination: postgres(warehouse) }
    const cursor = { column: 'id' }
    const about = (amount: number) => ({ certainty: 'estimated', amount: expect.closeTo(amount, -3) })

    expect((await estimate(ends)).source.figures.rows).toEqual(about(20_000))
    const some = await estimate({ ...ends, streams: [{ ...orders, mode: 'upsert', cursor }], mark: '20000' })
    expect(some.source.figures.rows).toEqual(about(10_000))
  })

  it('a schedule multiplies it', async () => {
    await givenOrders(10)
    const schedule = { cron: '0 6 * * *', timezone: 'UTC' }
    expect(await estimate({ source: postgres(shop), destination: postgres(warehouse), schedule })).toMatchObject({
      month: { runs: counted(30), rows: { certainty: 'estimated', amount: 300 } },
    })
  })
})

describe('at vendors', () => {
  it('Cost Explorer costs at least a page for each table, and is not asked', async () => {
    const source: OpenedConnection = {
      connector: makeAwsCostExplorerConnector(clock),
      endpoint: {
        integration: 'aws',
        credentials: { access_key_id: 'AKIA', secret_access_key: 'secret', region: 'eu-west-1' },
        config: {},
      },
    }
    const streams = ['cost_by_service_daily', 'cost_by_region_daily'].map((entity) => ({
      ...{ entity, target: `public.${entity}`, mode: 'replace' as const },
    }))
    const schedule = { cron: '0 * * * *', timezone: 'UTC' }
    expect(await estimate({ source, destination: postgres(warehouse), streams, schedule })).toMatchObject({
      source: { figures: { rows: { certainty: 'unknown' }, calls: { amount: 2, bound: 'least' } } },
      dollars: { certainty: 'estimated', amount: 0.02, bound: 'least' },
      month: { runs: counted(720), dollars: { amount: expect.closeTo(14.4), bound: 'least' } },
    })

    const answers = {
      find: async () => JSON.stringify({ ResultsByTime: [] }),
      keep: async () => {},
      forget: async () => {},
    }
    const paid = await estimate(
      { source, destination: postgres(warehouse), streams, schedule },
      { ...contextWith(), answers },
    )
    // Today it costs nothing more; every other day once, however often the flow runs.
    expect(paid).toMatchObject({
      dollars: counted(0),
      month: { runs: counted(720), dollars: { amount: expect.closeTo(0.6), bound: 'least' } },
    })
  })

  it('Metronome gets an event for each row, a hundred in a batch', async () => {
    await givenOrders(250)
    const destination: OpenedConnection = {
      connector: makeMetronomeConnector(clock),
      endpoint: { integration: 'metronome', credentials: { api_key: 'key' }, config: {} },
    }
    expect((await estimate({ source: postgres(shop), destination, streams: [orders] })).destination).toMatchObject({
      figures: { events: counted(250), calls: counted(3) },
      quotas: [{ name: 'events_a_batch', most: 100, needed: counted(100) }],
    })
  })

  it('a mail for each table goes to every recipient', async () => {
    await givenOrders(250)
    const config = { to_email: 'ada@example.com, bob@example.com', from_email: 'us@example.com', subject: 'Orders' }
    const destination: OpenedConnection = {
      connector: emailConnector,
      endpoint: { integration: 'sendgrid', credentials: { api_key: 'key' }, config },
    }
    expect((await estimate({ source: postgres(shop), destination, streams: [orders] })).destination).toMatchObject({
      figures: { mails: counted(1), recipients: counted(2) },
      quotas: [{ name: 'recipients_a_mail', needed: counted(2) }, { name: 'attachment_bytes' }],
    })
  })

  it('a spreadsheet has ten million cells, and sixty calls a minute', async () => {
    await givenOrders(250)
    const sheets = await freshSheets()
    cleanUp = () => sheets.google.stop()
    sheets.google.put('Front', [['kept']])
    const told = await estimate(
      {
        source: postgres(shop),
        destination: { connector: sheets.connector, endpoint: sheets.endpoint },
        streams: [{ ...orders, mode: 'replace' }],
      },
      sheets.context(),
    )

    expect(told.destination).toMatchObject({
      figures: { rows: counted(250), cells: counted(502) },
      quotas: [
        { name: 'spreadsheet_cells', most: 10_000_000, needed: counted(502), left: { certainty: 'counted' } },
        { name: 'sheets_writes_a_minute', left: { certainty: 'unknown' } },
      ],
    })
  })
})
