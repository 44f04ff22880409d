import { afterAll, beforeAll, expect, it } from 'vitest'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { binaryRows } from '../../src/engine/formats/binary-rows/binary-rows.ts'
import { COMMON_TEXT } from '../../src/engine/ports/value-type.ts'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { numbers } from '../support/mariadb/numbers.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { contextWith, type Database, endpointOf, freshDatabase, problems, run, statuses } from './move-between.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from './move-mysql.ts'

/** Columns with what fills them: values of all sizes, other ones in each row, the same in each run. */
const COLUMNS: readonly (readonly [name: string, type: string, value: string])[] = [
  ['tiny', 'tinyint(1)', 'seq % 2'],
  ['small', 'smallint unsigned', 'RAND(seq) * 65535'],
  ['medium', 'mediumint', '(RAND(seq) - 0.5) * 16000000'],
  ['whole', 'int(10) unsigned zerofill', 'RAND(seq) * 4294967295'],
  ['large', 'bigint', '(RAND(seq) - 0.5) * POW(10, seq % 20)'],
  ['huge', 'bigint unsigned', 'RAND(seq) * POW(10, seq % 20)'],
  ['money', 'decimal(40,10)', '(RAND(seq) - 0.5) * POW(10, seq % 30)'],
  ['number', 'double', '(RAND(seq) - 0.5) * POW(10, 300.0 - seq % 600)'],
  ['day', 'date', `'0001-01-01' + INTERVAL RAND(seq) * 3652058 DAY`],
  [
    'moment',
    'datetime(6)',
    `'0001-01-01' + INTERVAL RAND(seq) * 315537897599 SECOND + INTERVAL seq * 997 % 1000000 MICROSECOND`,
  ],
  ['stamp', 'timestamp(6) NULL', 'FROM_UNIXTIME(1 + RAND(seq) * 2147480000)'],
  ['span', 'time(6)', 'SEC_TO_TIME((RAND(seq) - 0.5) * 6040000)'],
  ['born', 'year', 'IF(seq % 9 = 0, 0, 1901 + seq % 255)'],
  ['flags', 'bit(11)', 'RAND(seq) * 2047'],
  ['words', 'text', `CONCAT(REPEAT('ä\\t\\\\\\n😀', seq % 100), seq)`],
  ['code', 'varchar(20)', 'LEFT(SHA2(seq, 256), seq % 20)'],
  ['bytes', 'blob', 'REPEAT(UNHEX(LEFT(SHA2(seq, 256), 32)), seq % 40)'],
  ['document', 'json', `CONCAT('{"n": ', seq, ', "d": [1.10, null, "', SHA2(seq, 256), '"]}')`],
  // MySQL has no such type.
  ...(isMysql ? [] : [['name', 'uuid', 'UUID()'] as const]),
]

const ROWS = 1500
const NAMES = COLUMNS.map(([name]) => name)

let mariadb: RunningMariadb
let postgres: RunningPostgres
let source: MysqlDatabase
let destination: Database

beforeAll(async () => {
  ;[mariadb, postgres] = await Promise.all([startMariadb(), startPostgres()])
  ;[source, destination] = await Promise.all([freshMysql(mariadb), freshDatabase(postgres)])
  const values = COLUMNS.map(([, , value], index) => `IF((seq + ${index}) % 11 = 0, NULL, ${value})`)
  await runMysql(
    source,
    `CREATE TABLE things (n int PRIMARY KEY, rough float, ${COLUMNS.map(([name, type]) => `${name} ${type}`).join(', ')})`,
    `INSERT INTO things SELECT seq, seq / 7, ${values.join(', ')} FROM ${numbers(ROWS)}`,
  )
})

afterAll(() => Promise.all([mariadb?.stop(), postgres?.stop()]))

const moveThings = (target: string) =>
  moveAcross(mysqlEndpoint(source), endpointOf(destination), [
    { entity: `${source.database}.things`, target, mode: 'replace' },
  ])

it('brings every value in binary rows as in text', async () => {
  await moveThings('public.in_binary').then((result) => expect(problems(result)).toEqual([undefined]))
  // The same types, but one that only text gets into the same way.
  await run(
    destination,
    'CREATE TABLE in_text (LIKE in_binary)',
    'ALTER TABLE in_text ALTER COLUMN rough TYPE double precision',
  )
  expect(statuses(await moveThings('public.in_text'))).toEqual(['succeeded'])

  const list = ['n', ...NAMES.map((name) => `${name}::text`)].join(', ')
  const differing = await run(
    destination,
    `(SELECT ${list} FROM in_binary EXCEPT SELECT ${list} FROM in_text) UNION ALL (SELECT ${list} FROM in_text EXCEPT SELECT ${list} FROM in_binary)`,
  )
  expect(differing).toEqual([])
  const counts = 'SELECT (SELECT count(*) FROM in_binary) AS binary, (SELECT count(*) FROM in_text) AS text'
  expect(await run(destination, counts)).toEqual([{ binary: String(ROWS), text: String(ROWS) }])
})

it('brings values in binary rows into a table whose types are others', async () => {
  await run(
    destination,
    `CREATE TABLE others (n bigint PRIMARY KEY, tiny boolean, whole numeric, large numeric, money numeric, words text, document jsonb${isMysql ? '' : ', name uuid'})`,
  )
  const names = ['tiny', 'whole', 'large', 'money', 'words', 'document', ...(isMysql ? [] : ['name'])]
  const columns = COLUMNS.filter(([name]) => names.includes(name)).map(([name, type]) => `${name} ${type}`)
  await runMysql(
    source,
    `CREATE TABLE fewer (n int PRIMARY KEY, ${columns.join(', ')})`,
    `INSERT INTO fewer (n, ${names.join(', ')}) SELECT n, ${names.join(', ')} FROM things`,
  )
  const result = await moveAcross(mysqlEndpoint(source), endpointOf(destination), [
    { entity: `${source.database}.fewer`, target: 'public.others', mode: 'upsert', key: ['n'] },
  ])
  expect(problems(result)).toEqual([undefined])
  const differing = `SELECT count(*) AS n FROM others o JOIN in_binary b USING (n) WHERE
    (o.tiny::int, o.whole, o.large, o.money, o.words, o.document${isMysql ? '' : ', o.name'}) IS DISTINCT FROM
    (b.tiny::int, b.whole::numeric, b.large::numeric, b.money, b.words, b.document::jsonb${isMysql ? '' : ', b.name'})`
  expect(await run(destination, differing)).toEqual([{ n: '0' }])
})

it('refuses a number that is no truth value by row and column, and leaves the table as it was', async () => {
  await run(destination, 'CREATE TABLE truths (n int, tiny boolean)', 'INSERT INTO truths VALUES (7, true)')
  await runMysql(source, 'CREATE TABLE truths (n int, tiny tinyint(1))', 'INSERT INTO truths VALUES (1, 1), (2, 3)')
  const result = await moveAcross(mysqlEndpoint(source), endpointOf(destination), [
    { entity: `${source.database}.truths`, target: 'public.truths', mode: 'replace' },
  ])
  expect(problems(result)).toEqual([
    expect.objectContaining({
      code: 'VALUE_NOT_REPRESENTABLE',
      message: says(expect.stringContaining('Row 2, column "tiny"')),
    }),
  ])
  expect(await run(destination, 'SELECT * FROM truths')).toEqual([{ n: '7', tiny: 't' }])
})

it('is what the source offers first where the target takes it, and text where it does not', async () => {
  const opened = await mysqlConnector.openSource?.(mysqlEndpoint(source), contextWith())
  const [things] = (await opened?.entities([`${source.database}.things`])) ?? []
  const offered = (types: readonly string[]) =>
    things && opened?.formats(things, ['n', 'rough'], [...binaryRows(types), COMMON_TEXT])
  expect(offered(['integer', 'real'])).toContain('binary-rows/integer,real')
  expect(offered(['integer', 'double precision'])).not.toContain('binary-rows/integer,double precision')
  await opened?.close()
})
