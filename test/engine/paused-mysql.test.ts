import { expect, it } from 'vitest'
import { pickSome } from '../faults/pick.ts'
import { startTcpProxy } from '../faults/proxy.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { SEED, TRIES_ALL } from '../support/samples.ts'
import { givenMysql } from './given-mysql.ts'
import { nextFence, statuses } from './move-between.ts'
import { bookkeepingTables, moveTable } from './move-mysql.ts'

let from: MysqlDatabase
let to: MysqlDatabase

givenMysql((ends) => {
  ;({ from, to } = ends)
})

const PLACES = ['START TRANSACTION', 'INSERT INTO `', 'SET committed_epoch', 'COMMIT']

// Each waits as long as a worker may be silent.
it.each(TRIES_ALL ? PLACES : pickSome(PLACES, 1, SEED))(
  'a worker that stands still at %s, with its locks, is ended by the next attempt, and changes nothing when it wakes up',
  async (place) => {
    await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY, note longtext)', `INSERT INTO t VALUES (1, 'first')`)
    await runMysql(to, 'CREATE TABLE t (id int PRIMARY KEY, note longtext)', `INSERT INTO t VALUES (1, 'old')`)
    const stuck = Promise.withResolvers<void>()
    let isPublishing = false
    const proxy = await startTcpProxy(to, {
      judge: (sent) => {
        isPublishing ||= sent.includes('START TRANSACTION')
        if (!isPublishing || !sent.includes(place)) return 'pass'
        stuck.resolve()
        return 'black-hole'
      },
    })
    const stream = { mode: 'upsert', key: ['id'] } as const
    const first = nextFence()
    const paused = moveTable({ from, to: { ...to, port: proxy.port } }, stream, { fence: first })
    await stuck.promise
    await runMysql(from, `UPDATE t SET note = 'second'`)

    const began = performance.now()
    const next = await moveTable({ from, to }, stream, { fence: { ...nextFence(), runId: first.runId } })
    expect(statuses(next)).toEqual(['succeeded'])
    expect(performance.now() - began).toBeLessThan(30_000)

    await proxy.stop()
    expect(statuses(await paused)).toEqual(['failed'])
    expect(await runMysql(to, 'SELECT note FROM t')).toMatchObject([{ note: 'second' }])
    expect(await bookkeepingTables(to)).toEqual([])
  },
)
