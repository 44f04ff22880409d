import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { migrate } from '../../src/server/store/database/migrate.ts'
import type { RunningPostgres } from '../support/postgres/start-postgres.ts'
import { run } from '../support/run-sql.ts'
import { emptyStore } from '../support/start-api.ts'
import { makeStoreOfVersion } from '../support/store-of-version.ts'

/** Of the version 0.1.0. */
const RELEASED = '0034-sentences.sql'

let postgres: RunningPostgres
let storeUrl: string
const sessions: pg.Client[] = []

beforeEach(async () => {
  ;({ postgres, storeUrl } = await emptyStore())
  await makeStoreOfVersion(storeUrl, RELEASED)
  await run(
    storeUrl,
    `set search_path = millrace;
     insert into organizations (name) values ('Old');
     insert into integrations (organization_id, name, type, credentials) select id, 'Shop', 'postgres', '{}' from organizations;
     insert into connections (organization_id, name, type, capability, integration_id)
       select organization_id, 'Shop', 'postgres', 'both', id from integrations;
     insert into flows (organization_id, name, source_connection_id, destination_connection_id, config)
       select organization_id, 'Orders', id, id, '{"streams":[],"transformations":[]}' from connections`,
  )
  await startsRun()
})
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.end()
  await postgres.stop()
})

/** As a process of the version before does. Fails if somebody holds the table. */
const startsRun = () =>
  run(
    storeUrl,
    `set lock_timeout = '1s';
     insert into millrace.runs (organization_id, flow_id, flow_version, flow_snapshot, trigger, status, finished_at)
     select organization_id, id, 1, '{}', 'person', 'succeeded', now() from millrace.flows`,
  )

/** Somebody who reads for long, for whom an index that is built beside writers waits. */
async function readsOn(): Promise<pg.Client> {
  const session = new pg.Client(storeUrl)
  await session.connect()
  sessions.push(session)
  await session.query('begin isolation level repeatable read; select from millrace.organizations')
  return session
}

const isBuilding = async () =>
  (
    await run(
      storeUrl,
      `select from pg_stat_activity where query like 'create index concurrently%' and state = 'active'`,
    )
  ).length > 0

const indexes = async () =>
  Object.fromEntries(
    (
      await run<{ name: string; isValid: boolean }>(
        storeUrl,
        `select indexrelid::regclass::text as name, indisvalid as "isValid" from pg_index where indrelid = 'millrace.runs'::regclass`,
      )
    ).map(({ name, isValid }) => [name.replace('millrace.', ''), isValid]),
  )

it('lets runs start and end while it builds the large indexes, also when two processes begin it', async () => {
  const reader = await readsOn()
  const upgrades = [migrate(storeUrl), migrate(storeUrl)]
  await expect.poll(isBuilding).toBe(true)
  await startsRun()
  await reader.query('commit')
  const applied = (await Promise.all(upgrades)).map((upgrade) => upgrade.applied.length)
  expect(applied.filter((count) => count > 0)).toHaveLength(1)
  expect(await indexes()).toMatchObject({ runs_counted: true, runs_figures: true })
})

it('builds again what a killed process has left unfinished', async () => {
  await readsOn()
  const killed = migrate(storeUrl).catch((error: Error) => error.message)
  await expect.poll(isBuilding).toBe(true)
  await run(
    storeUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'create index concurrently%' and pid <> pg_backend_pid()`,
  )
  expect(await killed).toMatch(/terminat/)
  expect(Object.values(await indexes())).toContain(false)
  for (const session of sessions.splice(0)) await session.end()
  await migrate(storeUrl)
  expect(Object.values(await indexes())).not.toContain(false)
})
