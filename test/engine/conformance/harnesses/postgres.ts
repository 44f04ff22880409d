import { postgresConnector } from '../../../../src/engine/connectors/postgres/postgres-connector.ts'
import { startTcpProxy } from '../../../faults/proxy.ts'
import { startPostgres } from '../../../support/postgres/start-postgres.ts'
import { contextWith, endpointOf, freshDatabase, run } from '../../move-between.ts'
import type { Harness } from '../harness.ts'
import { HOSTILE_NAMES, HOSTILE_TEXTS, SEEDED_ROWS } from '../orders.ts'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const literal = (text: string | null) => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`)

export async function postgresHarness(): Promise<Harness> {
  const server = await startPostgres()
  return { place: async () => place(await freshDatabase(server)), stop: server.stop }
}

async function place(database: Awaited<ReturnType<typeof freshDatabase>>) {
  let losesNext = false
  const judge = (sent: Buffer) => {
    const isMatch = losesNext && sent.includes('COMMIT\0')
    if (isMatch) losesNext = false
    return isMatch ? 'lose-answer' : 'pass'
  }
  const proxy = await startTcpProxy(database, { judge })
  const reached = { ...database, port: proxy.port }
  const insert = (table: string, rows: readonly (readonly (string | null)[])[]) =>
    `INSERT INTO ${table} VALUES ${rows.map((row) => `(${row.map(literal).join(', ')})`).join(', ')}`
  return {
    connector: postgresConnector,
    endpoint: endpointOf(reached),
    context: contextWith,
    secrets: [database.password],
    refused: {
      endpoint: endpointOf(reached, { password: 'no such password' }),
      code: 'PASSWORD_REFUSED',
      field: 'password',
    },
    leftovers: async () =>
      (
        await run(
          database,
          `SELECT 'table ' || relname AS left FROM pg_class WHERE starts_with(relname, '_millrace_') AND NOT starts_with(relname, '_millrace_fence') AND NOT starts_with(relname, '_millrace_structure')
           UNION ALL SELECT 'session: ' || query FROM pg_stat_activity WHERE application_name = 'millrace' AND datname = current_database()`,
        )
      ).map((row) => String(row['left'])),
    source: {
      async seed() {
        await run(
          database,
          'CREATE TABLE orders (id bigint PRIMARY KEY, note text, paid numeric(9,2))',
          insert('orders', SEEDED_ROWS),
        )
        return {
          entity: 'public.orders',
          columns: [
            ['id', 'integer'],
            ['note', 'text'],
            ['paid', 'decimal'],
          ],
          count: SEEDED_ROWS.length,
          rows: SEEDED_ROWS,
        } as const
      },
      async hostile() {
        const columns = HOSTILE_NAMES.map((name) => `${quoted(name)} text`).join(', ')
        const rows = HOSTILE_TEXTS.map((text) => HOSTILE_NAMES.map(() => text))
        await run(database, `CREATE TABLE "we.ird""'" (${columns})`, insert(`"we.ird""'"`, rows))
        return {
          entity: `public."we.ird""'"`,
          columns: HOSTILE_NAMES.map((name) => [name, 'text'] as const),
          count: rows.length,
          rows,
        }
      },
      async large() {
        await run(
          database,
          `CREATE VIEW large AS SELECT n AS id, repeat('x', 200) AS note FROM generate_series(1, 100000) n`,
        )
        return { entity: 'public.large', count: 100_000 }
      },
      async kinds() {
        await run(
          database,
          'CREATE SCHEMA "Other Schema"',
          'CREATE TABLE "Other Schema".t AS SELECT generate_series(1, 2) AS a',
          'CREATE TABLE parted (a int) PARTITION BY RANGE (a)',
          'CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (0) TO (10)',
          'CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM (10) TO (20)',
          'INSERT INTO parted SELECT generate_series(5, 14)',
          'CREATE VIEW shown AS SELECT a FROM parted WHERE a < 8',
          'CREATE MATERIALIZED VIEW kept AS SELECT a FROM parted WHERE a < 9',
          'CREATE EXTENSION postgres_fdw',
          `CREATE SERVER there FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', port '${database.port}', dbname '${database.database}')`,
          `CREATE USER MAPPING FOR postgres SERVER there OPTIONS (user 'postgres', password '${database.password}')`,
          `CREATE FOREIGN TABLE elsewhere (a int) SERVER there OPTIONS (table_name 'parted')`,
        )
        return [
          { entity: 'Other Schema.t', kind: 'table', count: 2 },
          { entity: 'public.elsewhere', kind: 'foreign table', count: 10 },
          { entity: 'public.kept', kind: 'materialized view', count: 4 },
          { entity: 'public.parted', kind: 'partitioned table', count: 10 },
          { entity: 'public.shown', kind: 'view', count: 3 },
        ] as const
      },
      async window() {
        await run(database, 'CREATE TABLE grown AS SELECT n * 10000 AS id FROM generate_series(1, 5) n')
        return { entity: 'public.grown', column: 'id', after: '40000', count: 3 }
      },
      async structured() {
        await run(
          database,
          `CREATE TABLE shop (id bigint PRIMARY KEY, note text DEFAULT 'none', paid numeric(9,2) CHECK (paid >= 0), UNIQUE (note))`,
          'CREATE INDEX ON shop (paid)',
          `COMMENT ON TABLE shop IS 'what was sold'`,
        )
        return { entity: 'public.shop', copy: 'copied.shop' }
      },
      vanish: () => proxy.stop(),
    },
    destination: {
      target: 'public.orders',
      async orders() {
        const [found] = await run(database, `SELECT to_regclass('public.orders') AS found`)
        if (found?.['found'] == null) return []
        const rows = await run(database, 'SELECT id, note FROM orders ORDER BY id')
        return rows.map(({ id, note }) => [id ?? '', note ?? null] as const)
      },
      columns: async () =>
        (
          await run(
            database,
            `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'public.orders'::regclass AND attnum > 0 ORDER BY attnum`,
          )
        ).map(({ name }) => name ?? ''),
      async unholdable() {
        await run(database, 'CREATE TABLE orders (id smallint, note text, customer_id text, "timestamp" timestamptz)')
        return { order: { id: '99999' }, column: 'id', rule: /out of range for type smallint|from -32768 to 32767/ }
      },
      loseCommitAnswer: () => {
        losesNext = true
      },
    },
    stop: () => proxy.stop(),
  }
}
