import { REFRESH_TOKEN } from '../../src/stand-ins/google-sheets.ts'
import { SENDGRID_KEY } from '../../src/stand-ins/sendgrid.ts'
import { run as runInDatabase } from '../engine/move-between.ts'
import { run } from '../support/run-sql.ts'
import { type AddedFlow, addFlow, addFollower, type End, mysqlEnd, postgresEnd } from './add-flow.ts'
import type { FlowKind } from './flow-kind.ts'
import { MANY_TABLES_KINDS } from './many-tables-kinds.ts'
import { MODE_KINDS } from './mode-kinds.ts'
import { mysqlShop, mysqlTarget } from './mysql-places.ts'
import { queueRun } from './play-queue.ts'
import {
  ORDERS,
  ORDERS_ARRIVED,
  orderText,
  type PostgresTarget,
  postgresShop,
  postgresTarget,
} from './postgres-places.ts'
import type { Servers } from './servers.ts'
import { joinedThere, STEPS_THERE_KINDS } from './steps-there-kinds.ts'
import { STRUCTURE_KINDS } from './structure-kinds.ts'

type MakeKind = (servers: Servers) => Promise<Omit<FlowKind, 'name'>>

const OLD = [
  [1, 'old 1'],
  [99, 'old 99'],
] as const
const OLD_ORDERS = OLD.map(([id, note]) => orderText(id, note))
const APPENDED = [...OLD_ORDERS.slice(0, 1), ...ORDERS_ARRIVED.slice(1), ...OLD_ORDERS.slice(1)]
const ORDER_COLUMNS = 'id int PRIMARY KEY, note text, filler text'

/** Between databases of Postgres, into a table that is there. */
async function betweenPostgres(
  servers: Servers,
  {
    config,
    after,
    filler,
    columns = ORDER_COLUMNS,
  }: { config: object; after: readonly string[]; filler?: number; columns?: string },
): Promise<Omit<FlowKind, 'name'> & Pick<PostgresTarget, 'database'>> {
  const { links, api } = servers
  const shop = await postgresShop(servers, filler)
  const target = await postgresTarget(servers, { old: { columns, rows: OLD } })
  const flow = await addFlow(
    servers,
    postgresEnd(links.postgresSource, api.postgres, shop.database),
    postgresEnd(links.postgresDestination, api.postgres, target.database.database),
    { ...config },
  )
  return { ...flow, ...target, signIn: 'google', before: OLD_ORDERS, after, arrival: 'at once' }
}

/** Out of Postgres, to a vendor whose stand-in is looked into. */
async function toVendor(
  servers: Servers,
  destination: End,
  stream: object,
  looks: Pick<FlowKind, 'restore' | 'rows' | 'before' | 'after' | 'arrival' | 'leftovers'> & Partial<FlowKind>,
  { filler = 0, transformations = [] }: { readonly filler?: number; readonly transformations?: readonly object[] } = {},
): Promise<Omit<FlowKind, 'name'>> {
  const { links, api } = servers
  const shop = await postgresShop(servers, filler)
  const source = postgresEnd(links.postgresSource, api.postgres, shop.database)
  const streams = [{ entity: 'public.orders', columns: ['id', 'note'], ...stream }]
  const flow = await addFlow(servers, source, destination, { streams, transformations })
  return { ...flow, signIn: 'google', stop: async () => {}, ...looks }
}

const streams = (stream: object = {}) => [
  { entity: 'public.orders', target: 'public.orders', columns: ['id', 'note', 'filler'], ...stream },
]

/** @returns what puts the target back, and with it the position of a run that had read the first order and no other */
async function withPosition(
  servers: Servers,
  { organizationId, flowId, restore }: AddedFlow & Pick<FlowKind, 'restore'>,
  target: string,
): Promise<FlowKind['restore']> {
  const { storeUrl } = servers.api
  const before = await queueRun(servers, { organizationId, flowId })
  const stream = { entity: 'public.orders', target, status: 'succeeded' }
  await run(
    storeUrl,
    `with ended as (update millrace.runs set status = 'succeeded', finished_at = now() where id = $1 returning id, organization_id)
     insert into millrace.run_streams (organization_id, run_id, ordinal, stream) select organization_id, id, 0, $2 from ended`,
    [before, JSON.stringify(stream)],
  )
  return async () => {
    await restore()
    await run(storeUrl, 'delete from millrace.stream_positions where flow_id = $1', [flowId])
    await run(
      storeUrl,
      `insert into millrace.stream_positions (organization_id, flow_id, entity, target, cursor_column, bound, run_id)
       values ($1, $2, 'public.orders', $3, 'id', '1', $4)`,
      [organizationId, flowId, target, before],
    )
  }
}

/** Out of Postgres to a table in BigQuery that is there. */
function toBigquery(
  servers: Servers,
  stream: object = {},
  looks: Partial<FlowKind> = {},
  more: Parameters<typeof toVendor>[4] = {},
): Promise<Omit<FlowKind, 'name'>> {
  const { cloud } = servers
  const { projectId: project_id, datasetId: dataset_id, bucket: gcs_staging_bucket } = cloud
  const config = { project_id, dataset_id, gcs_staging_bucket }
  const credentials = { service_account_key: cloud.serviceAccountKey }
  const shown = () =>
    (cloud.tables.get('orders')?.rows ?? []).map((row) => orderText(Number(row['id']), row['note'] ?? null))
  return toVendor(
    servers,
    { type: 'bigquery', integration: 'gcp', credentials, config },
    { target: 'orders', ...stream },
    {
      signIn: 'cloud',
      restore: async () => {
        for (const kept of [cloud.tables, cloud.objects, cloud.jobs]) kept.clear()
        const fields = [
          { name: 'id', type: 'INT64' },
          { name: 'note', type: 'STRING' },
        ]
        cloud.tables.set('orders', { fields, rows: OLD.map(([id, note]) => ({ id: String(id), note })) })
      },
      rows: async () => shown(),
      before: OLD_ORDERS,
      after: ORDERS_ARRIVED,
      arrival: 'at once',
      leftovers: async () => [
        ...cloud.objects.keys(),
        ...[...cloud.tables.keys()].filter((name) => name.startsWith('_millrace_')),
      ],
      ...looks,
    },
    more,
  )
}

/** Out of Postgres to a tab that is there. */
function toSheets(servers: Servers, stream: object = {}): Promise<Omit<FlowKind, 'name'>> {
  const { sheets } = servers
  const shown = () => (sheets.rows('Orders') ?? []).slice(1).map(([id, note]) => orderText(Number(id), String(note)))
  const credentials = { name: 'Google', refresh_token: REFRESH_TOKEN, email: 'ada@gmail.test' }
  return toVendor(
    servers,
    {
      type: 'google_sheets',
      integration: 'google_oauth',
      credentials,
      config: { spreadsheet_id: sheets.spreadsheetId },
    },
    { target: 'sheets.Orders', ...stream },
    {
      restore: async () => {
        const kept = sheets.book.sheets.filter(({ title }) => title !== 'Orders')
        sheets.book.sheets.splice(0, sheets.book.sheets.length, ...kept)
        sheets.put('Front', [['a'], [1]])
        sheets.put('Orders', [['id', 'note'], ...OLD])
      },
      rows: async () => shown(),
      before: OLD_ORDERS,
      after: ORDERS_ARRIVED,
      arrival: 'at once',
      leftovers: async () => sheets.titles.filter((title) => title.startsWith('_millrace_')),
    },
  )
}

/** Out of Postgres to Metronome, which counts an event as soon as it has taken it. */
function toMetronome(servers: Servers, stream: object = {}): Promise<Omit<FlowKind, 'name'>> {
  const { metronome } = servers
  return toVendor(
    servers,
    { type: 'metronome', integration: 'metronome', credentials: { api_key: metronome.apiKey } },
    { target: 'order', mode: 'append', columns: ['id', 'note', 'customer_id', 'timestamp'], ...stream },
    {
      restore: async () => (metronome.events as Map<string, object>).clear(),
      rows: async () =>
        [...metronome.events.values()].map(({ properties }) => {
          const { id, note } = properties as Record<string, string>
          return orderText(Number(id), note ?? null)
        }),
      before: [],
      after: ORDERS_ARRIVED,
      arrival: 'each',
      leftovers: async () => [],
    },
  )
}

/** Checks that all orders pass. */
const CHECKS = [
  { id: 'filled', type: 'not_null', columns: ['id', 'note'] },
  { id: 'once', type: 'unique', columns: ['id'] },
  { id: 'own', type: 'sql', query: 'SELECT id FROM input WHERE id < 0' },
]

/** Of this month and the twelve before. */
function costs(): readonly string[] {
  const now = new Date()
  const months = Array.from({ length: 13 }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 10),
  )
  return months.flatMap((month) => ['Usage', 'Tax', 'Credit'].map((type) => `${type} ${month}`))
}

/** One of each way that rows take. */
export const FLOW_KINDS: Readonly<Record<string, MakeKind>> = {
  ...MANY_TABLES_KINDS,
  ...STRUCTURE_KINDS,
  ...MODE_KINDS,
  ...STEPS_THERE_KINDS,

  'pg-pg': (servers) => betweenPostgres(servers, { config: { streams: streams() }, after: ORDERS_ARRIVED }),

  upsert: (servers) =>
    betweenPostgres(servers, {
      config: { streams: streams({ mode: 'upsert', key: ['id'] }) },
      after: [...ORDERS_ARRIVED, orderText(99, 'old 99')],
    }),

  // The server refuses all rows for the sake of one, which is found among them and removed.
  rejects: (servers) =>
    betweenPostgres(servers, {
      config: { streams: streams({ on_invalid: 'reject' }) },
      columns: `${ORDER_COLUMNS}, CHECK (id <> 2)`,
      after: ORDERS_ARRIVED.filter((_, n) => n !== 1),
    }),

  // The rows of the destination are queried before they are put in place.
  checks: (servers) =>
    betweenPostgres(servers, {
      config: { streams: streams({ checks: CHECKS }) },
      after: ORDERS_ARRIVED,
    }),

  // Rows that the source no longer has are found by a comparison of keys, and removed.
  vanished: async (servers) => {
    const stream = { mode: 'upsert', cursor: 'id', on_vanished: 'remove', vanished_percent: 100 }
    const kind = await betweenPostgres(servers, { config: { streams: streams(stream) }, after: ORDERS_ARRIVED })
    return { ...kind, restore: await withPosition(servers, kind, 'public.orders') }
  },

  // What is there already comes again with what is new, and stays as it is.
  append: async (servers) => {
    const config = { streams: streams({ mode: 'append', cursor: 'id' }) }
    const kind = await betweenPostgres(servers, { config, after: APPENDED })
    return { ...kind, restore: await withPosition(servers, kind, 'public.orders') }
  },

  // Rows that are moved a second time because of the SQL after them would stand there twice, and rows that arrive before the SQL that makes room
  // for them would be gone.
  sql: async (servers) => {
    const log = (word: string) => `CREATE TABLE IF NOT EXISTS said (word text); INSERT INTO said VALUES ('${word}')`
    const makeRoom = `DELETE FROM orders WHERE note LIKE 'new %'`
    const kind = await betweenPostgres(servers, {
      config: {
        streams: streams({ mode: 'append' }),
        sql_before: `${log('before')}; ${makeRoom}`,
        sql_after: log('after'),
      },
      columns: 'id int, note text, filler text',
      after: [...ORDERS_ARRIVED, ...OLD_ORDERS],
    })
    return {
      ...kind,
      pauseMs: 6_000,
      restore: async () => {
        await runInDatabase(kind.database, 'DROP TABLE IF EXISTS said')
        await kind.restore()
      },
      leftovers: async () => {
        const said = await runInDatabase(kind.database, 'SELECT word FROM said').catch(() => [])
        const missing = ['before', 'after'].filter((word) => !said.some((row) => row['word'] === word))
        return [...(await kind.leftovers()), ...missing.map((word) => `SQL ${word} the rows was not executed`)]
      },
    }
  },

  // Another flow starts after it: the end of each run that has succeeded is noted with the end itself.
  followed: async (servers) => {
    const { storeUrl } = servers.api
    const kind = await betweenPostgres(servers, { config: { streams: streams() }, after: ORDERS_ARRIVED })
    await addFollower(servers, kind)
    return {
      ...kind,
      restore: async () => {
        await kind.restore()
        await run(storeUrl, 'delete from millrace.awaited_runs where after_flow_id = $1', [kind.flowId])
      },
      leftovers: async () => {
        const noted = await run(
          storeUrl,
          `select from millrace.awaited_runs join millrace.runs on runs.id = run_id
             where after_flow_id = $1 and status = 'succeeded' and not exists (
               select from millrace.runs later where later.flow_id = runs.flow_id and later.status = 'succeeded' and later.finished_at > runs.finished_at)`,
          [kind.flowId],
        )
        return [...(await kind.leftovers()), ...(noted.length === 1 ? [] : ['the flow after it was not told'])]
      },
    }
  },

  ranges: (servers) =>
    betweenPostgres(servers, { config: { streams: streams() }, after: ORDERS_ARRIVED, filler: 3_000 }),

  steps: (servers) =>
    betweenPostgres(servers, {
      config: {
        streams: streams(),
        transformations: [{ id: 's', type: 'filter', settings: { where: 'id % 2 = 0 and length(note) > 0' } }],
      },
      after: ORDERS_ARRIVED.filter((_, n) => n % 2 === 1),
    }),

  'mysql-pg': async (servers) => {
    const { links, api, mariadb } = servers
    const shop = await mysqlShop(servers)
    const target = await postgresTarget(servers)
    const flow = await addFlow(
      servers,
      mysqlEnd(links.mysqlSource, mariadb, shop.database),
      postgresEnd(links.postgresDestination, api.postgres, target.database.database),
      { streams: [{ entity: `${shop.database}.orders`, target: 'public.orders' }] },
    )
    return { ...flow, ...target, signIn: 'google', before: [], after: ORDERS_ARRIVED, arrival: 'at once' }
  },

  'pg-mysql': async (servers) => {
    const { links, api, mariadb } = servers
    const shop = await postgresShop(servers)
    const target = await mysqlTarget(servers, OLD)
    const flow = await addFlow(
      servers,
      postgresEnd(links.postgresSource, api.postgres, shop.database),
      mysqlEnd(links.mysqlDestination, mariadb, target.database.database),
      { streams: [{ entity: 'public.orders', target: `${target.database.database}.orders`, columns: ['id', 'note'] }] },
    )
    return { ...flow, ...target, signIn: 'google', before: OLD_ORDERS, after: ORDERS_ARRIVED, arrival: 'at once' }
  },

  // Ranges of keys are read; each is written together with its row in the ledger.
  'mysql-pg-ranges': async (servers) => {
    const { links, api, mariadb } = servers
    const shop = await mysqlShop(servers, 3_000)
    const target = await postgresTarget(servers, { old: { columns: ORDER_COLUMNS, rows: OLD } })
    const flow = await addFlow(
      servers,
      mysqlEnd(links.mysqlSource, mariadb, shop.database),
      postgresEnd(links.postgresDestination, api.postgres, target.database.database),
      { streams: [{ entity: `${shop.database}.orders`, target: 'public.orders' }] },
    )
    return { ...flow, ...target, signIn: 'google', before: OLD_ORDERS, after: ORDERS_ARRIVED, arrival: 'at once' }
  },

  'pg-mysql-ranges': async (servers) => {
    const { links, api, mariadb } = servers
    const shop = await postgresShop(servers, 3_000)
    const target = await mysqlTarget(servers, OLD, ['ALTER TABLE orders ADD COLUMN filler longtext'])
    const stream = { entity: 'public.orders', columns: ['id', 'note', 'filler'] }
    const flow = await addFlow(
      servers,
      postgresEnd(links.postgresSource, api.postgres, shop.database),
      mysqlEnd(links.mysqlDestination, mariadb, target.database.database),
      { streams: [{ ...stream, target: `${target.database.database}.orders` }] },
    )
    return { ...flow, ...target, signIn: 'google', before: OLD_ORDERS, after: ORDERS_ARRIVED, arrival: 'at once' }
  },

  'pg-mysql-append': async (servers) => {
    const { links, api, mariadb } = servers
    const shop = await postgresShop(servers)
    const target = await mysqlTarget(servers, OLD)
    const stream = { entity: 'public.orders', columns: ['id', 'note'], mode: 'append', cursor: 'id' }
    const flow = await addFlow(
      servers,
      postgresEnd(links.postgresSource, api.postgres, shop.database),
      mysqlEnd(links.mysqlDestination, mariadb, target.database.database),
      { streams: [stream] },
    )
    const restore = await withPosition(servers, { ...flow, ...target }, `${target.database.database}.orders`)
    return { ...flow, ...target, restore, signIn: 'google', before: OLD_ORDERS, after: APPENDED, arrival: 'at once' }
  },

  'pg-mysql-vanished': async (servers) => {
    const { links, api, mariadb } = servers
    const shop = await postgresShop(servers)
    const target = await mysqlTarget(servers, OLD)
    const policy = { on_vanished: 'remove', vanished_percent: 100 }
    const stream = { entity: 'public.orders', columns: ['id', 'note'], mode: 'upsert', cursor: 'id', ...policy }
    const flow = await addFlow(
      servers,
      postgresEnd(links.postgresSource, api.postgres, shop.database),
      mysqlEnd(links.mysqlDestination, mariadb, target.database.database),
      { streams: [stream] },
    )
    const restore = await withPosition(servers, { ...flow, ...target }, `${target.database.database}.orders`)
    return {
      ...flow,
      ...target,
      restore,
      signIn: 'google',
      before: OLD_ORDERS,
      after: ORDERS_ARRIVED,
      arrival: 'at once',
    }
  },

  'pg-bigquery': (servers) => toBigquery(servers),

  // The rows are summed in a table beside the target before they are in place.
  'pg-bigquery-values': (servers) => toBigquery(servers, { verify: 'values' }),

  'pg-bigquery-upsert-values': (servers) =>
    toBigquery(
      servers,
      { mode: 'upsert', key: ['id'], verify: 'values' },
      { after: [...ORDERS_ARRIVED, ...OLD_ORDERS.slice(1)] },
    ),

  // Objects of whole ranges outlive an attempt.
  'pg-bigquery-ranges': (servers) => toBigquery(servers, { columns: ['id', 'note', 'filler'] }, {}, { filler: 3_000 }),

  // The rows of two tables wait in tables beside the target, and so does the result.
  'pg-bigquery-there': (servers) =>
    toBigquery(servers, { columns: ['id'] }, {}, { transformations: joinedThere('public.orders') }),

  'pg-sheets': (servers) => toSheets(servers),

  // The hidden tab is read back and summed.
  'pg-sheets-values': (servers) => toSheets(servers, { verify: 'values' }),

  'pg-metronome': (servers) => toMetronome(servers),

  // All rows are held until they have passed.
  'pg-metronome-checks': (servers) => toMetronome(servers, { checks: CHECKS }),

  'pg-email': (servers) => {
    const { sendgrid } = servers
    let before = 0
    const config = { to_email: 'ada@example.com', from_email: 'reports@example.com', subject: '{{rows}} orders' }
    return toVendor(
      servers,
      { type: 'email', integration: 'sendgrid', credentials: { api_key: SENDGRID_KEY }, config },
      { target: 'orders', mode: 'append' },
      {
        restore: async () => {
          before = sendgrid.sent.length
        },
        rows: async () => sendgrid.sent.slice(before).map(({ subject }) => subject),
        before: [],
        after: [`${ORDERS} orders`],
        arrival: 'message',
        leftovers: async () => [],
      },
    )
  },

  'aws-pg': async (servers) => {
    const { links, api, aws } = servers
    const target = await postgresTarget(servers, { shown: `record_type || ' ' || period_start` })
    const credentials = { access_key_id: aws.accessKeyId, secret_access_key: aws.secretAccessKey, region: 'eu-west-1' }
    const flow = await addFlow(
      servers,
      { type: 'aws_cost_explorer_api', integration: 'aws', credentials },
      postgresEnd(links.postgresDestination, api.postgres, target.database.database),
      { streams: [{ entity: 'cost_by_record_type_monthly', target: 'public.orders' }] },
    )
    return { ...flow, ...target, signIn: 'google', before: [], after: costs(), arrival: 'at once' }
  },
}
