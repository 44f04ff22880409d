import { beforeEach, expect, it } from 'vitest'
import { openMysqlChangeSource } from '../../src/engine/connectors/mysql/changes/mysql-change-source.ts'
import type { ChangeSink, ChangeSource } from '../../src/engine/ports/change-source.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { givenMysql } from './given-mysql.ts'
import { ROW_LOG } from './mirror-mysql-support.ts'
import { contextWith } from './move-between.ts'
import { freshMysql, mysqlEndpoint } from './move-mysql.ts'

let server: RunningMariadb
let from: MysqlDatabase

givenMysql(
  (ends) => {
    ;({ server, from } = ends)
  },
  { settings: ROW_LOG },
)

beforeEach(() => runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY, a varchar(20))'))

const open = (database: MysqlDatabase) =>
  openMysqlChangeSource(mysqlEndpoint(database), contextWith(), {
    name: 'mirror',
    tables: new Map([[`${from.database}.t`, { columns: ['id', 'a'], key: ['id'] }]]),
  })

/** Reads until so many rows have come. @returns them, with the place after each transaction */
async function read(source: ChangeSource, position: string, count: number) {
  const rows: string[] = []
  const places: string[] = []
  const stop = new AbortController()
  const take: ChangeSink['insert'] = (_, { bytes, start, end }) => rows.push(bytes.toString('utf8', start, end))
  const sink: ChangeSink = {
    begin: () => {},
    insert: take,
    update: take,
    delete: take,
    truncate: () => {},
    altered: () => {},
    quiet: () => {},
    commit: (place) => {
      places.push(place)
      if (rows.length >= count) stop.abort()
    },
  }
  await source.follow(position, sink, AbortSignal.any([stop.signal, AbortSignal.timeout(10_000)]))
  return { rows, places }
}

const insert = (...ids: readonly number[]) =>
  runMysql(from, ...ids.map((id) => `INSERT INTO t VALUES (${id}, 'row ${id}')`))

it('goes on although it was paused when it stopped', async () => {
  const source = await open(from)
  const { position } = await source.begin([`${from.database}.t`])
  await insert(1)
  const { places } = await read(source, position, 1)
  source.pause()
  await insert(2)
  expect((await read(source, places[0] ?? '', 1)).rows).toEqual(['2\trow 2'])
  await source.close()
})

it('has every transaction once, from whichever place in several domains it goes on', async () => {
  const source = await open(from)
  const { position } = await source.begin([`${from.database}.t`])
  for (let id = 1; id <= 9; id++)
    await runMysql(from, `SET gtid_domain_id = ${id % 3}`, `INSERT INTO t VALUES (${id}, 'row ${id}')`)
  const all = await read(source, position, 9)
  expect(all.rows).toHaveLength(9)
  for (const [index, place] of all.places.slice(0, -1).entries())
    expect((await read(source, place, 8 - index)).rows).toEqual(all.rows.slice(index + 1))
  await source.close()
})

it('is read by several mirrors at once', async () => {
  const sources = await Promise.all(Array.from({ length: 4 }, () => open(from)))
  const begun = await Promise.all(sources.map((source) => source.begin([`${from.database}.t`])))
  const reading = sources.map((source, index) => read(source, begun[index]?.position ?? '', 3))
  await insert(1, 2, 3)
  for (const { rows } of await Promise.all(reading)) expect(rows).toEqual(['1\trow 1', '2\trow 2', '3\trow 3'])
  await Promise.all(sources.map((source) => source.close()))
})

it('is another log on another server, although its numbers are the same', async () => {
  const other = await startMariadb({ settings: ROW_LOG })
  try {
    const [one, two] = await Promise.all([open(from), open(await freshMysql(other))])
    const { position } = await one.begin([`${from.database}.t`])
    await expect(read(two, position, 1)).rejects.toMatchObject({ problem: { code: 'LOG_GAP' } })
    await Promise.all([one.close(), two.close()])
  } finally {
    await other.stop()
  }
})

it('is read on behind the end of one of its files', async () => {
  const source = await open(from)
  const { position } = await source.begin([`${from.database}.t`])
  await insert(1)
  await runMysql(server, 'FLUSH BINARY LOGS')
  await insert(2)
  expect((await read(source, position, 2)).rows).toEqual(['1\trow 1', '2\trow 2'])
  await source.close()
})
