import { makeBigqueryConnector } from '../../src/engine/connectors/bigquery/bigquery-connector.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { Connector, ConnectorContext, Endpoint } from '../../src/engine/ports/connector.ts'
import type { GoogleCloudStandIn } from '../../src/stand-ins/google-cloud.ts'
import { contextWith, type Database, endpointOf, run } from '../engine/move-between.ts'
import { mysqlEndpoint } from '../engine/move-mysql.ts'
import type { Sheets } from '../engine/move-sheets.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'

/** A system that values come out of or go into, and how to look at them from behind. */
export interface End {
  readonly connector: Connector
  readonly endpoint: Endpoint
  readonly context?: () => ConnectorContext
  /** The entity or target of a name. */
  named(name: string): string
  /** The type of the column `v`, and its values by the column `n`. Without a target: nothing. */
  look(
    name: string,
  ): Promise<{ readonly type: string | undefined; readonly values: ReadonlyMap<string, string | null> }>
}

const byNumber = (rows: readonly Readonly<Record<string, string | null | undefined>>[]) =>
  new Map(rows.map(({ n, v }) => [n ?? '', v ?? null] as const))

export const postgresEnd = (database: Database): End => ({
  connector: postgresConnector,
  endpoint: endpointOf(database),
  named: (name) => `public.${name}`,
  async look(name) {
    const [column] = await run(
      database,
      `SELECT format_type(atttypid, atttypmod) AS type FROM pg_attribute WHERE attrelid = to_regclass('public."${name}"') AND attname = 'v'`,
    )
    if (!column) return { type: undefined, values: new Map() }
    const rows = await run(
      database,
      `SET TimeZone = 'UTC'`,
      `SELECT n::text, v::text FROM "${name}" ORDER BY "${name}".n`,
    )
    return { type: column['type'] ?? undefined, values: byNumber(rows) }
  },
})

/** Values that are no texts, as texts. */
const TEXT_OF = [
  [/blob|binary/, `CONCAT('\\\\x', LOWER(HEX(v)))`],
  [/^bit/, 'CONV(HEX(v), 16, 2)'],
  [/^geometry/, 'ST_AsText(v)'],
] as const

export const mysqlEnd = (database: MysqlDatabase): End => ({
  connector: mysqlConnector,
  endpoint: mysqlEndpoint(database),
  named: (name) => `${database.database}.${name}`,
  async look(name) {
    const found = await runMysql(database, `SHOW TABLES LIKE '${name}'`)
    if (found.length === 0) return { type: undefined, values: new Map() }
    const [column] = await runMysql(database, `SHOW COLUMNS FROM \`${name}\` LIKE 'v'`)
    const type = column?.['Type'] ?? ''
    const text = TEXT_OF.find(([form]) => form.test(type))?.[1] ?? 'v'
    return { type, values: byNumber(await runMysql(database, `SELECT n, ${text} AS v FROM \`${name}\` ORDER BY n`)) }
  },
})

export function bigqueryEnd(cloud: GoogleCloudStandIn): End {
  const named = (name: string) => name.replace(/\W/g, '_')
  const { address } = cloud
  return {
    connector: makeBigqueryConnector({ now: Date.now, random: () => 0, sleep: async () => {} }),
    endpoint: {
      integration: 'gcp',
      credentials: { service_account_key: cloud.serviceAccountKey },
      config: { project_id: cloud.projectId, dataset_id: cloud.datasetId, gcs_staging_bucket: cloud.bucket },
    },
    context: () => ({
      ...contextWith(),
      vendors: { addresses: { googleOauth: address, googleStorage: address, bigquery: address } },
    }),
    named,
    async look(name) {
      const table = cloud.tables.get(named(name))
      return { type: table?.fields.find((field) => field.name === 'v')?.type, values: byNumber(table?.rows ?? []) }
    },
  }
}

export const sheetsEnd = ({ google, connector, endpoint, context }: Sheets): End => ({
  connector,
  endpoint,
  context,
  named: (name) => `sheets.${name}`,
  async look(name) {
    const rows = google.rows(name)
    const values = (rows ?? []).slice(1).map(([n, v]) => ({ n: String(n), v: v == null ? null : String(v) }))
    const cells = (rows ?? []).slice(1).flatMap(([, v]) => (v == null ? [] : [typeof v]))
    return {
      type: rows && ([...new Set(cells)].sort((one, other) => one.localeCompare(other)).join(' or ') || 'empty'),
      values: byNumber(values),
    }
  },
})
