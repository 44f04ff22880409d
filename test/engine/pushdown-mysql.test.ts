import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import type { Source, SourceEntity } from '../../src/engine/ports/source.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { type OpenDuckdb, openDuckdb } from '../../src/engine/transform/duckdb/open-duckdb.ts'
import { numbers } from '../support/mariadb/numbers.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { contextWith, type Database, freshDatabase } from './move-between.ts'
import { freshMysql, mysqlEndpoint } from './move-mysql.ts'
import { MYSQL_PROBES } from './mysql-probes.ts'
import { expectSameRows, filter, maskAll, takenBySource } from './pushdown-found.ts'
import { MYSQL_CONDITIONS } from './pushdown-mysql-conditions.ts'
import { moveBothWays, whatDiffers } from './pushdown-ways.ts'

const WORDS = ['a', 'A', 'a ', 'a  ', '', ' ', 'ä', 'b', 'ß', 'ss', '1', '1.0', '01', 'aa']

/** The value matrix, and texts that only collations confuse. */
const PROBES = [
  ...MYSQL_PROBES.filter(({ id }) => id !== 'MY-14').map(({ id, type, values }) => ({ id, type, values })),
  ...(['words', 'fixed'] as const).map((id) => ({
    id,
    type: `${id === 'words' ? 'varchar' : 'char'}(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci`,
    values: [...WORDS.map((word) => `'${word}'`), 'NULL'],
  })),
]

let mariadb: RunningMariadb
let postgres: RunningPostgres
let database: MysqlDatabase
let destination: Database
let source: Source
let duckdb: OpenDuckdb
let entities: readonly SourceEntity[]

beforeAll(async () => {
  ;[mariadb, postgres] = await Promise.all([startMariadb(), startPostgres()])
  database = await freshMysql(mariadb)
  await runMysql(
    database,
    ...PROBES.flatMap(({ id, type, values }) => [
      `CREATE TABLE \`${id}\` (n int PRIMARY KEY, v ${type})`,
      ...values.map((value, n) => `INSERT IGNORE INTO \`${id}\` VALUES (${n}, ${value})`),
    ]),
    'CREATE TABLE `words and codes` (n int PRIMARY KEY, v varchar(10), code varchar(10) CHARACTER SET latin1)',
    `INSERT INTO \`words and codes\` VALUES (1, 'a', 'A'), (2, 'a', 'a'), (3, 'a ', 'a'), (4, 'é', 'é'), (5, NULL, '')`,
    `CREATE TABLE people (id int PRIMARY KEY, \`e"mail\` varchar(40), note text, born date, total decimal(14,2), place year)`,
    `INSERT INTO people SELECT seq, IF(seq % 50 = 0, NULL, CONCAT('Person', seq)), REPEAT('é', seq % 7),
       '2000-01-01' + INTERVAL seq DAY, seq / 4, 1950 + seq % 100 FROM ${numbers(1000)}`,
    'CREATE VIEW seen AS SELECT * FROM people',
    'CREATE TABLE untransacted (id int PRIMARY KEY) ENGINE = MyISAM',
    'INSERT INTO untransacted SELECT id FROM people',
  )
  const opened = await mysqlConnector.openSource?.(mysqlEndpoint(database), contextWith())
  if (!opened) throw new Error('MySQL is a source')
  source = opened
  entities = await source.entities()
  duckdb = await openDuckdb()
})

beforeEach(async () => {
  destination = await freshDatabase(postgres)
})

afterAll(async () => {
  duckdb?.close()
  await source?.close()
  await Promise.all([mariadb?.stop(), postgres?.stop()])
})

const entityOf = (table: string): SourceEntity => {
  const found = entities.find(({ name }) => name === `${database.database}.${table}`)
  if (!found) throw new Error(`there is no table ${table}`)
  return found
}

const probed = () => ({ source, duckdb, entityOf })
const step = (type: Step['type'], settings: Step['settings']): Step => ({ id: type, type, settings })
const ways = (tables: readonly string[], steps: readonly Step[], stream = {}) =>
  moveBothWays({ source: database, connector: mysqlConnector, destination, tables, steps, stream })

describe('MySQL runs steps', () => {
  it('that find the rows that the engine finds, or leaves them to it', () => expectSameRows(probed(), MYSQL_CONDITIONS))

  it('that leave every type as the engine leaves it, renamed and filtered', async () => {
    const tables = PROBES.map(({ id }) => id).filter((id) => !/^MY-0[78] (zero|no|feb)|invalid/.test(id))
    const steps = [filter('n <> 1'), step('rename', { columns: [{ column: 'v', to: 'a "new" `name`' }] })]
    const { pushed, results } = await ways(tables, steps)
    expect(new Set(pushed)).toEqual(new Set(tables))
    expect(results.pushed).toEqual(results.through)
    expect(await whatDiffers(destination, tables)).toEqual([])
  })

  it('that mask a part as the engine does', async () => {
    const tables: string[] = []
    for (const { id } of PROBES) if (await takenBySource(probed(), id, maskAll(['v'], 'partial'))) tables.push(id)
    expect(tables).toEqual(
      expect.arrayContaining(['MY-01', 'MY-05 zerofill', 'MY-07', 'MY-11', 'MY-12 utf16', 'MY-16', 'words', 'fixed']),
    )
    const { pushed, results } = await ways(tables, [maskAll(['v'], 'partial')])
    expect(new Set(pushed)).toEqual(new Set(tables))
    expect(results.pushed).toEqual(results.through)
    expect(await whatDiffers(destination, tables)).toEqual([])
  })

  it('of a chain, and Millrace the others', async () => {
    const steps = [
      filter('id % 10 <> 0 AND place > 1960'),
      step('rename', { columns: [{ column: 'e"mail', to: 'login' }] }),
      maskAll(['note'], 'redact'),
      step('compute', { columns: [{ name: 'loud', expression: 'upper(login)' }] }),
      maskAll(['login'], 'hash'),
    ]
    const { sentences, results } = await ways(['people'], steps)
    expect(sentences).toEqual(['The source ran the first 3 steps in its own SELECT, and Millrace the others.'])
    expect(results.pushed).toMatchObject([{ status: 'succeeded', rowsRead: 1000 }])
    expect(results.pushed).toEqual(results.through)
    expect(await whatDiffers(destination, ['people'])).toEqual([])
  })

  it('of an incremental stream', async () => {
    const stream = { mode: 'upsert', key: ['id'], cursor: { column: 'id', after: '900' } } as const
    const { pushed, results } = await ways(['people'], [filter(`born >= '2002-08-01'`)], stream)
    expect(pushed).toEqual(['people'])
    expect(results.pushed).toEqual(results.through)
    expect(await whatDiffers(destination, ['people'])).toEqual([])
  })
})

describe('Millrace runs the steps', () => {
  it('that hash, because the log of the server would have the salt', async () => {
    expect(await takenBySource(probed(), 'words', maskAll(['v'], 'hash'))).toBeUndefined()
  })

  it('of rows that could be others when they are read, or whose order counts', async () => {
    const steps = [filter('id > 1')]
    for (const table of ['seen', 'untransacted'])
      expect(await takenBySource(probed(), table, steps[0] as Step)).toBeUndefined()
    const first = step('sql', { query: 'SELECT *, row_number() OVER () AS place FROM input' })
    const { pushed, results } = await ways(['people'], [...steps, first])
    expect(pushed).toEqual([])
    expect(results.pushed).toEqual(results.through)
  })
})
