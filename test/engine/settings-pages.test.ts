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

interface Setting {
  readonly name: string
  /** A session, its account or its database may have a value of its own. */
  readonly isOfSession: boolean
}

/** Those without a verdict. A name on the page that ends with a star stands for all settings of the server that begin so, and for none of a session. */
function unnamed(text: string, settings: readonly Setting[]): readonly string[] {
  const named = rowsOf(text).flatMap((row) => row.named)
  const isMeant = (name: string, setting: Setting) =>
    name.endsWith('*') ? !setting.isOfSession && setting.name.startsWith(name.slice(0, -1)) : setting.name === name
  return settings.flatMap((setting) => (named.some((name) => isMeant(name, setting)) ? [] : [setting.name]))
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
  const settings = (server: RunningPostgres) =>
    run(server, `SELECT lower(name) AS name, context IN ('user', 'superuser') AS own FROM pg_settings`)
  const found = [...(await settings(older)), ...(await settings(newer))]
  const named = found.map(({ name, own }) => ({ name: name ?? '', isOfSession: own === 't' }))
  expect(named.filter(({ isOfSession }) => isOfSession).length).toBeGreaterThan(100)
  expect(unnamed(page('postgres'), named)).toEqual([])
})

it('signs in with a value of its own where the newest version lets a server read values wrong', async () => {
  const name = 'composite_type_mismatch'
  const session = async () => openPostgres(databaseCredentials(endpointOf(newer), 'dbname'), contextWith())
  const [known] = await run(newer, `SELECT pg_catalog.current_setting('${name}', true) AS value`)
  if (known?.['value'] != null) await run(newer, `ALTER ROLE ${newer.user} SET ${name} = 'disabled'`)
  const opened = await session()
  const [row] = await opened.query('SELECT pg_catalog.current_setting($1, true) AS value', [name])
  await opened.close()
  expect(row?.['value'] ?? 'error').toBe('error')
})

it('has a verdict on every variable of the running MySQL or MariaDB', async () => {
  const rows = await runMysql(mariadb, 'SHOW VARIABLES')
  // MySQL does not say which variables a session may set.
  const scopes = isMysql
    ? []
    : await runMysql(
        mariadb,
        'SELECT VARIABLE_NAME AS name, VARIABLE_SCOPE AS scope FROM information_schema.SYSTEM_VARIABLES',
      )
  const own = new Set(scopes.flatMap(({ name, scope }) => (scope?.startsWith('SESSION') ? [name?.toLowerCase()] : [])))
  const names = [...rows.map((row) => row['Variable_name']), ...scopes.map(({ name }) => name)]
  const variables = [...new Set(names.map((name) => (name ?? '').toLowerCase()))]
  expect(own.size).toBeGreaterThan(isMysql ? -1 : 100)
  expect(
    unnamed(
      page('mysql'),
      variables.map((name) => ({ name, isOfSession: own.has(name) })),
    ),
  ).toEqual([])
})

it('misses the verdict on a setting that a later version brings', () => {
  const brought = [
    { name: 'invented_size', isOfSession: false },
    { name: 'innodb_invented', isOfSession: false },
    { name: 'innodb_invented_for_sessions', isOfSession: true },
    { name: 'sql_mode', isOfSession: true },
  ]
  expect(unnamed(page('mysql'), brought)).toEqual(['invented_size', 'innodb_invented_for_sessions'])
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
