import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openSession as openMysql } from '../../src/engine/connectors/mysql/session/open-session.ts'
import { openSession as openPostgres } from '../../src/engine/connectors/postgres/session/open-session.ts'
import { databaseCredentials } from '../../src/engine/connectors/sql/database-credentials.ts'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { contextWith, endpointOf, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'

let older: RunningPostgres
let newer: RunningPostgres
let mariadb: RunningMariadb

beforeAll(async () => {
  ;[older, newer, mariadb] = await Promise.all([startPostgres({ version: 15 }), startPostgres(), startMariadb()])
})

afterAll(() => Promise.all([older, newer, mariadb].map((server) => server?.stop())))

const page = (name: string) =>
  readFileSync(new URL(`../../docs/connectors/${name}-settings.md`, import.meta.url), 'utf8')

/** The rows of a page's tables: the names in the first cell, and the second cell. */
const rowsOf = (text: string) =>
  text.split('\n').flatMap((line) => {
    const [, names = '', second = ''] = line.split('|')
    const named = [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.toLowerCase())
    return named.length > 0 ? [{ named, second: second.trim() }] : []
  })

/** The names on the page; one that ends with a star stands for all that begin so. */
function unnamed(text: string, settings: readonly string[]): readonly string[] {
  const named = rowsOf(text).flatMap((row) => row.named)
  return settings.filter((setting) =>
    named.every((name) => (name.endsWith('*') ? !setting.startsWith(name.slice(0, -1)) : setting !== name)),
  )
}

/** What the first table says that a session sets, by name. */
const promised = (text: string) =>
  rowsOf(text.slice(text.indexOf('## Set at sign-in'), text.indexOf('## Not for an ordinary'))).flatMap(
    ({ named: [name = ''], second }) => {
      const [, value] = /^`([^`]*)`$/.exec(second) ?? []
      return value === undefined ? [] : [[name, value] as const]
    },
  )

it('has a verdict on every setting of the running versions of Postgres', async () => {
  const settings = (server: RunningPostgres) => run(server, 'SELECT lower(name) AS name FROM pg_settings')
  const names = [...(await settings(older)), ...(await settings(newer))].map(({ name }) => name ?? '')
  expect(unnamed(page('postgres'), names)).toEqual([])
})

it('has a verdict on every variable of the running MySQL or MariaDB', async () => {
  const rows = await runMysql(mariadb, 'SHOW VARIABLES')
  const names = rows.map((row) => (row['Variable_name'] ?? '').toLowerCase())
  expect(unnamed(page('mysql'), names)).toEqual([])
})

it('signs in to Postgres with the values that its page promises', async () => {
  const session = await openPostgres(databaseCredentials(endpointOf(newer), 'dbname'), contextWith())
  const known = new Set((await session.query('SELECT name FROM pg_catalog.pg_settings')).map(({ name }) => name))
  const wanted = promised(page('postgres')).filter(([name = '']) => known.has(name))
  const found: unknown[] = []
  for (const [name] of wanted) {
    const [row] = await session.query('SELECT pg_catalog.current_setting($1) AS value', [name])
    found.push([name, row?.['value']])
  }
  await session.close()
  expect(wanted.length).toBeGreaterThan(25)
  expect(found).toEqual(wanted)
})

it('signs in to MySQL with the values that its page promises', async () => {
  const session = await openMysql(databaseCredentials(mysqlEndpoint(mariadb), 'database'), 'write', contextWith())
  const rows = await session.query('SHOW SESSION VARIABLES')
  await session.close()
  const shown = new Map(rows.map((row) => [row['Variable_name'], row['Value']]))
  const wanted = promised(page('mysql')).filter(([name]) => !isMysql || shown.has(name))
  const known = wanted.filter(([name]) => shown.has(name))
  expect(known.length).toBeGreaterThan(30)
  expect(known.map(([name]) => [name, shown.get(name)?.replace(/\.0+$/, '')])).toEqual(known)
})
