import { afterAll, beforeAll, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { makeAwsCostExplorerConnector } from '../../src/engine/connectors/aws-cost-explorer/aws-cost-explorer-connector.ts'
import { emailConnector } from '../../src/engine/connectors/email/email-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { showRows } from '../../src/server/domain/connections/show-rows.ts'
import { startAws } from '../../src/stand-ins/aws.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { contextWith, endpointOf, freshDatabase, run } from './move-between.ts'

let postgres: RunningPostgres

beforeAll(async () => {
  postgres = await startPostgres()
})

afterAll(() => postgres?.stop())

it('shows a hundred rows of a large table of Postgres, and leaves nothing at work behind', async () => {
  const database = await freshDatabase(postgres)
  await run(
    database,
    'CREATE TABLE big (id int, total numeric(9,2), note text)',
    `INSERT INTO big SELECT n, n / 4.0, CASE n % 3 WHEN 0 THEN NULL WHEN 1 THEN '' ELSE E'a\\tb' END FROM generate_series(1, 300000) n`,
  )
  const opened = { connector: postgresConnector, endpoint: endpointOf(database) }

  const shown = await showRows(opened, 'public.big', contextWith())

  expect(shown.columns).toEqual([
    { name: 'id', type: 'integer' },
    { name: 'total', type: 'numeric(9,2)' },
    { name: 'note', type: 'text' },
  ])
  expect(shown.rows.slice(0, 3)).toEqual([
    ['1', '0.25', ''],
    ['2', '0.50', 'a\tb'],
    ['3', '0.75', null],
  ])
  expect([shown.rows.length, shown.hasMore]).toEqual([100, true])
  const atWork = () => run(database, "SELECT 1 FROM pg_stat_activity WHERE state <> 'idle' AND query ~ '^COPY'")
  await expect.poll(atWork, { timeout: 10_000 }).toEqual([])
})

it('shows all rows of a small one, views too, long values cut', async () => {
  const database = await freshDatabase(postgres)
  await run(database, `CREATE VIEW small AS SELECT repeat('x', 5000) AS long`)

  const shown = await showRows(
    { connector: postgresConnector, endpoint: endpointOf(database) },
    'public.small',
    contextWith(),
  )

  expect(shown).toMatchObject({ rows: [[`${'x'.repeat(1_000)}…`]], hasMore: false })
})

it('asks AWS for no more than is shown, and says what it cost', async () => {
  const clock = { now: () => Date.parse('2026-03-15T12:00:00Z'), random: () => 0, sleep: async () => {} }
  const aws = await startAws(clock.now)
  const credentials = { access_key_id: aws.accessKeyId, secret_access_key: aws.secretAccessKey, region: 'eu-west-1' }
  const opened = {
    connector: makeAwsCostExplorerConnector(clock),
    endpoint: { integration: 'aws' as const, credentials, config: {} },
  }
  const addresses = { awsCostExplorer: aws.address, awsSts: aws.address }

  const shown = await showRows(opened, 'cost_by_account_service_daily', { ...contextWith(), vendors: { addresses } })
  await aws.stop()

  expect(shown.rows).toHaveLength(100)
  expect(shown.notes.map(inEnglish).at(-1)).toBe('AWS was asked for 1 page, about $0.01.')
})

it('says what is not there, and what cannot be read', async () => {
  const database = await freshDatabase(postgres)
  const opened = { connector: postgresConnector, endpoint: endpointOf(database) }
  const mail = { connector: emailConnector, endpoint: opened.endpoint }

  await expect(showRows(opened, 'public.gone', contextWith())).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' })
  await expect(showRows(mail, 'email', contextWith())).rejects.toMatchObject({ code: 'NOT_A_SOURCE' })
})
