import { afterAll, beforeAll, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { openMysqlChangeSource } from '../../src/engine/connectors/mysql/changes/mysql-change-source.ts'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { ROW_LOG } from './mirror-mysql-support.ts'
import { contextWith } from './move-between.ts'
import { freshMysql, mysqlEndpoint } from './move-mysql.ts'

let withLog: RunningMariadb
let withoutLog: RunningMariadb
let source: MysqlDatabase

beforeAll(async () => {
  ;[withLog, withoutLog] = await Promise.all([startMariadb({ settings: ROW_LOG }), startMariadb()])
  source = await freshMysql(withLog)
  await runMysql(
    source,
    'CREATE TABLE parent (id int PRIMARY KEY)',
    'CREATE TABLE child (id int PRIMARY KEY, p int, twice int AS (id * 2) STORED, FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE)',
    'CREATE TABLE memory (id int PRIMARY KEY) ENGINE = MyISAM',
    ...(isMysql ? [] : ['CREATE TABLE versioned (id int PRIMARY KEY) WITH SYSTEM VERSIONING']),
    `CREATE TABLE packed (id int PRIMARY KEY, a text ${isMysql ? '' : 'COMPRESSED'}, b varchar(10) CHARACTER SET ujis)`,
    'CREATE TABLE plain (b int, a int, c text, PRIMARY KEY (a, b))',
    'CREATE VIEW v AS SELECT * FROM plain',
  )
})

afterAll(() => Promise.all([withLog, withoutLog].map((server) => server?.stop())))

/** What stands in the way, with the statement that mends it. */
async function readiness(database: MysqlDatabase, tables: readonly string[] = []) {
  const log = await openMysqlChangeSource(mysqlEndpoint(database), contextWith(), { name: 'm', tables: new Map() })
  try {
    const found = await log.readiness(tables.map((table) => `${database.database}.${table}`))
    return {
      ...found,
      said: found.hindrances.map(({ reason, statement }) =>
        [
          inEnglish(reason).replaceAll(`${database.database}.`, ''),
          ...(statement === undefined ? [] : [statement]),
        ].join(' | '),
      ),
    }
  } finally {
    await log.close()
  }
}

it('a server whose log has all rows is ready, and tells the columns and the key of its tables', async () => {
  const { said, tables } = await readiness(source, ['plain'])
  expect(said).toEqual([])
  expect(tables).toEqual([
    { entity: `${source.database}.plain`, columns: ['b', 'a', 'c'], key: ['a', 'b'], computed: [] },
  ])
})

it('a table that cannot be followed has its reason, and a statement where one mends it', async () => {
  const versioned = isMysql ? [] : ['versioned']
  const { said, tables } = await readiness(source, ['child', 'memory', ...versioned, 'packed', 'v', 'absent'])
  expect(said).toEqual([
    'A foreign key of child removes or changes its rows together with those of parent, and the log does not say so.',
    `memory is stored by MyISAM, which has no transactions: its rows cannot be copied and followed as of one moment. | ALTER TABLE \`${source.database}\`.\`memory\` ENGINE = InnoDB;`,
    ...(isMysql
      ? []
      : [
          'versioned keeps old versions of its rows: the log does not tell them from the present ones.',
          'The values of packed.a are compressed in the log in a way that cannot be read.',
        ]),
    'The values of packed.b are in the character set ujis, which cannot be read from the log.',
    'v is not a table: the log has no rows of it.',
    'absent does not exist, or the account does not see it.',
  ])
  expect(tables[0]).toMatchObject({ columns: ['id', 'p'], computed: ['twice'] })
})

it('settings that leave something out of the log are named, each with its statement', async () => {
  const wrong = {
    binlog_format: 'MIXED',
    binlog_row_image: 'MINIMAL',
    binlog_row_metadata: isMysql ? 'MINIMAL' : 'NO_LOG',
    binlog_expire_logs_seconds: '3600',
  }
  const right = {
    binlog_format: 'ROW',
    binlog_row_image: 'FULL',
    binlog_row_metadata: 'FULL',
    binlog_expire_logs_seconds: '0',
  }
  const set = (values: object) =>
    runMysql(source, ...Object.entries(values).map(([name, value]) => `SET GLOBAL ${name} = ${/^\d/.test(value) ? value : `'${value}'`}`)) // biome-ignore format: one statement each
  await set(wrong)
  const { said } = await readiness(source)
  await set(right)
  expect(said.map((line) => line.split(' | ')[1])).toEqual([
    `SET GLOBAL binlog_format = 'ROW';`,
    `SET GLOBAL binlog_row_image = 'FULL';`,
    `SET GLOBAL binlog_row_metadata = 'FULL';`,
    'SET GLOBAL binlog_expire_logs_seconds = 259200;',
  ])
})

it('an account without the right to read the log gets the statement that grants it', async () => {
  await runMysql(source, `CREATE USER reader@'%' IDENTIFIED BY 'secret'`, `GRANT SELECT ON *.* TO reader@'%'`)
  const reader = { ...source, user: 'reader', password: 'secret' }
  expect((await readiness(reader)).said).toEqual([
    `The account may not read the log. | GRANT REPLICATION SLAVE ON *.* TO 'reader'@'%';`,
  ])
  await runMysql(source, `GRANT REPLICATION SLAVE ON *.* TO reader@'%'`)
  expect((await readiness(reader)).said).toEqual([])
})

it.runIf(!isMysql)('a server without a log says what its configuration needs', async () => {
  const { hindrances } = await readiness(await freshMysql(withoutLog))
  expect(hindrances).toMatchObject([{ needsRestart: true, statement: expect.stringContaining('log_bin') }])
})
