import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isMysql, isOlderMysql } from '../support/mariadb/mysql-server.ts'
import { numbers } from '../support/mariadb/numbers.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { sampleOf } from '../support/samples.ts'
import { says } from '../support/says.ts'
import { endpointOf, freshDatabase, run } from './move-between.ts'
import { freshMysql, moveAcross, moveTable, mysqlEndpoint } from './move-mysql.ts'

let mariadb: RunningMariadb
let withoutInfile: RunningMariadb
let postgres: RunningPostgres

beforeAll(async () => {
  ;[mariadb, withoutInfile, postgres] = await Promise.all([
    startMariadb(),
    startMariadb({ settings: { 'local-infile': '0' } }),
    startPostgres(),
  ])
})

afterAll(() => Promise.all([mariadb, withoutInfile, postgres].map((server) => server?.stop())))

/** Character sets of MariaDB, by the bytes of a code. */
const SETS: Readonly<Record<number, readonly string[]>> = {
  1: [
    ...['dec8', 'cp850', 'hp8', 'koi8r', 'latin1', 'latin2', 'swe7', 'ascii', 'hebrew', 'tis620', 'koi8u', 'greek'],
    ...['cp1250', 'latin5', 'armscii8', 'cp866', 'keybcs2', 'macce', 'macroman', 'cp852', 'latin7', 'cp1251'],
    ...['cp1256', 'cp1257', 'geostd8'],
  ],
  2: ['big5', 'sjis', 'euckr', 'gb2312', 'gbk', 'cp932', 'ucs2', 'utf16', 'utf16le'],
  3: ['ujis', 'eucjpms', 'utf8mb3'],
  4: ['utf32', 'utf8mb4'],
}

const RANGES: Readonly<Record<number, string>> = {
  1: numbers(255),
  2: numbers(65_535),
  // The codes of three bytes of the Japanese sets begin with 8F.
  3: `(SELECT seq FROM ${numbers(65_535)} UNION ALL SELECT 9371648 + seq FROM ${numbers(65_535)}) AS codes`,
  4: numbers(65_535),
}

/** MySQL warns of it at every statement. */
const DEPRECATED = 'dec8'

const CASES = Object.entries(SETS).flatMap(([bytes, sets]) => sets.map((set) => ({ set, bytes: Number(bytes) })))

/** A table `t` with every code of the set that the server takes, and the bytes that it has. */
async function everyCode({ set, bytes }: (typeof CASES)[number]): Promise<MysqlDatabase> {
  const from = await freshMysql(mariadb)
  const codes = [...Array(bytes).keys()].map((index) => index + 1)
  const isFixed = ['ucs2', 'utf16', 'utf16le', 'utf32'].includes(set)
  const digits = isFixed
    ? `LPAD(HEX(seq), ${bytes * 2}, '0')`
    : `LPAD(HEX(seq), CASE ${codes.map((length) => `WHEN seq < ${256 ** length} THEN ${length * 2}`).join(' ')} END, '0')`
  await runMysql(
    from,
    `CREATE TABLE t (n int PRIMARY KEY, s varchar(4) CHARACTER SET ${set})`,
    // What is no code of the set becomes question marks in a column, and is left out.
    `INSERT IGNORE INTO t SELECT seq, CONVERT(UNHEX(${digits}) USING ${set}) FROM ${RANGES[bytes]}`,
    // MySQL reads halves of letters beyond the first plane from such a column, and refuses them everywhere.
    ...(isMysql && ['ucs2', 'utf32'].includes(set) ? [`DELETE FROM t WHERE n BETWEEN 0xD800 AND 0xDFFF`] : []),
    // MySQL 5.7 lets bytes into such columns only with IGNORE that are no letter.
    ...(isOlderMysql(8) && bytes === 1 ? [`DELETE FROM t WHERE CONVERT(s USING utf8mb4) = '?' AND n <> 63`] : []),
    `DELETE FROM t WHERE s IS NULL OR CHAR_LENGTH(s) > 1 OR (HEX(s) LIKE '%3F' AND n <> 63)`,
  )
  return from
}

const bytesOf = (database: MysqlDatabase) =>
  runMysql(
    database,
    `SELECT COUNT(*) AS found, CAST(SUM(CRC32(CONCAT(n, ':', HEX(s)))) AS CHAR) AS bytes,
       (SELECT CHARACTER_SET_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND COLUMN_NAME = 's') AS \`set\`
     FROM t`,
  )

// In the order of their bytes, so that a part has some of each length.
const TRIED = new Set([...sampleOf(CASES, 3), ...CASES.filter(({ set }) => set === DEPRECATED)])

describe.each([...TRIED])('every code of $set', (given) => {
  let from: MysqlDatabase

  beforeAll(async () => {
    from = await everyCode(given)
  })

  it.each([
    ['with LOAD DATA', () => mariadb],
    ['with INSERT, where the server takes no files', () => withoutInfile],
  ])('comes to another MySQL as the bytes that it is, %s', async (_, server) => {
    const to = await freshMysql(server())
    const { streams } = await moveTable({ from, to }, { mode: 'replace' })
    expect(streams).toMatchObject([{ status: 'succeeded' }])
    expect(await bytesOf(to)).toEqual(await bytesOf(from))
  })

  it('comes to Postgres as its letter of Unicode, or its row is refused by name', async () => {
    const to = await freshDatabase(postgres)
    const stream = { entity: `${from.database}.t`, target: 'public.t', mode: 'replace' as const }
    const move = () => moveAcross(mysqlEndpoint(from), endpointOf(to), [stream])
    const { streams } = await move()
    const isUnicode = /^(utf|ucs)/.test(given.set)
    const lost = isUnicode
      ? // Halves of letters beyond the first plane are no letters.
        `HEX(CONVERT(s USING utf32)) BETWEEN '0000D800' AND '0000DFFF'`
      : `BINARY CONVERT(s USING utf8mb4) IN (BINARY '?', x'EFBFBD') AND n <> 63`
    const [refused] = await runMysql(from, `SELECT n, HEX(s) AS digits FROM t WHERE ${lost} ORDER BY n LIMIT 1`)
    if (refused) {
      expect(streams).toMatchObject([{ status: 'failed', rowsWritten: 0 }])
      const { code, message } = streams[0]?.error ?? {}
      expect(code).toBe(isUnicode ? 'VALUE_NOT_TEXT' : 'VALUE_NOT_REPRESENTABLE')
      if (!isUnicode)
        expect(message).toEqual(says(expect.stringContaining(`the bytes 0x${refused['digits']} hold a code`)))
      await runMysql(from, `DELETE FROM t WHERE ${lost}`)
      expect((await move()).streams).toMatchObject([{ status: 'succeeded' }])
    } else expect(streams).toMatchObject([{ status: 'succeeded' }])
    const letters = await runMysql(from, 'SELECT n, HEX(CONVERT(s USING utf8mb4)) AS digits FROM t ORDER BY n')
    const arrived = await run(
      to,
      `SELECT n::text, upper(encode(convert_to(s, 'UTF8'), 'hex')) AS digits FROM t ORDER BY t.n`,
    )
    expect(arrived).toEqual(letters)
  })
})

describe('a letter that the column of the target cannot have', () => {
  it.each([
    ['a code of gbk that Unicode does not have, into utf8mb4', `CHAR(41856 USING gbk)`, 'gbk', 'utf8mb4'],
    ['a letter of gbk that latin1 lacks', `CONVERT('中' USING gbk)`, 'gbk', 'latin1'],
    ['a letter of Unicode that gbk lacks', `'🚂'`, 'utf8mb4', 'gbk'],
    ['a letter of Unicode that latin1 lacks', `'中'`, 'utf8mb4', 'latin1'],
  ])('%s, is refused by name, and the old rows stay', async (_, value, sourceSet, targetSet) => {
    for (const server of [mariadb, withoutInfile]) {
      const from = await freshMysql(mariadb)
      await runMysql(
        from,
        `CREATE TABLE t (n int, s varchar(9) CHARACTER SET ${sourceSet})`,
        `INSERT INTO t VALUES (1, ${value})`,
      )
      const to = await freshMysql(server)
      await runMysql(
        to,
        `CREATE TABLE t (n int, s varchar(9) CHARACTER SET ${targetSet})`,
        `INSERT INTO t VALUES (0, 'old')`,
      )
      const { streams } = await moveTable({ from, to }, { mode: 'replace' })
      expect(streams).toMatchObject([{ status: 'failed', rowsWritten: 0 }])
      expect(streams[0]?.error?.message).toEqual(says(expect.stringContaining('column "s"')))
      expect(await runMysql(to, 'SELECT n, s FROM t')).toEqual([{ n: '0', s: 'old' }])
    }
  })

  it('that both sets have comes over, also where its code is another', async () => {
    const from = await freshMysql(mariadb)
    await runMysql(
      from,
      `CREATE TABLE t (n int, s varchar(9) CHARACTER SET gbk, e enum('中', 'b') CHARACTER SET gbk)`,
      `INSERT INTO t VALUES (1, '中?', '中'), (2, NULL, 'b')`,
    )
    const to = await freshMysql(mariadb)
    await runMysql(
      to,
      `CREATE TABLE t (n int, s varchar(9) CHARACTER SET big5, e enum('中', 'b') CHARACTER SET utf8mb4)`,
    )
    const { streams } = await moveTable({ from, to }, { mode: 'replace' })
    expect(streams).toMatchObject([{ status: 'succeeded' }])
    expect(await runMysql(to, 'SELECT n, s, HEX(s) AS digits, e FROM t ORDER BY n')).toEqual([
      { n: '1', s: '中?', digits: 'A4A43F', e: '中' },
      { n: '2', s: null, digits: null, e: 'b' },
    ])
  })
})
