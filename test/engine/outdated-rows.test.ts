import { describe, expect, it } from 'vitest'

import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { RejectedRow } from '../../src/engine/ports/rejected-row.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { endpointOf, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

type Ends = Parameters<Parameters<typeof givenBothSystems>[0]>[0]
let ends: Ends

givenBothSystems((given) => {
  ends = given
})

const rejects = {
  ...{ days: 14, begin: () => {}, keep: () => true },
  ...{ finalize: async () => {}, countRejected: async () => 0 },
}

describe.each(['postgres', 'mysql'] as const)('rows that come late to %s', (system) => {
  const target = {
    postgres: {
      run: (sql: string) => run(ends.destination, sql),
      endpoint: () => endpointOf(ends.destination),
      name: 'public.t',
    },
    mysql: {
      run: (sql: string) => runMysql(ends.to, sql),
      endpoint: () => mysqlEndpoint(ends.to),
      name: 't',
    },
  }[system]
  const send = async (stream: Partial<StreamRequest>) => {
    const request = { entity: 'public.t', target: target.name, mode: 'upsert', ...stream } as const
    const { streams } = await moveAcross(endpointOf(ends.source), target.endpoint(), [request], { rejects })
    return streams[0]
  }
  const seen = () => target.run('SELECT * FROM t ORDER BY 1, 2')

  it.each([undefined, 'reject'] as const)(
    'update those that are older, and leave those that are as new or newer (rows that do not fit: %s)',
    async (onInvalid) => {
      const columns = '(area varchar(9), code varchar(36), v int, at timestamp, PRIMARY KEY (area, code))'
      await run(
        ends.source,
        `CREATE TABLE t ${columns}`,
        `INSERT INTO t SELECT area, code, 1, at FROM (VALUES ('a', '2026-01-01'::timestamp), ('b', '2026-01-02'), ('c', '2026-01-03'),
          ('d', NULL), ('e', NULL), ('f', '2026-01-01'), ('g', '2026-01-01')) r (area, at), (VALUES ('x')) k (code)`,
      )
      await target.run(`CREATE TABLE t ${system === 'mysql' ? columns.replace('timestamp', 'datetime(6)') : columns}`)
      await target.run(
        `INSERT INTO t VALUES ('a', 'x', 0, '2026-01-02'), ('b', 'x', 0, '2026-01-02'), ('c', 'x', 0, '2026-01-02'),
          ('d', 'x', 0, '2026-01-02'), ('e', 'x', 0, NULL), ('f', 'x', 0, NULL), ('a', 'y', 0, '2026-01-09')`,
      )
      const how = { keepsNewer: { cursor: 'at' }, ...(onInvalid && { onInvalid }) }
      expect(await send(how)).toMatchObject({ status: 'succeeded', rowsRead: 7, rowsWritten: 4, rowsFiltered: 3 })
      expect((await seen()).map(({ area, code, v }) => `${area}${code}${v}`)).toEqual([
        'ax0',
        'ay0',
        'bx0',
        'cx1',
        'dx0',
        'ex1',
        'fx1',
        'gx1',
      ])
    },
  )

  it('leave all rows whose keys are there where nothing tells their age', async () => {
    await run(ends.source, 'CREATE TABLE t (id int PRIMARY KEY, v int)', 'INSERT INTO t VALUES (1, 1), (2, 1)')
    await target.run('CREATE TABLE t (id int PRIMARY KEY, v int)')
    await target.run('INSERT INTO t VALUES (1, 0)')
    expect(await send({ keepsNewer: {} })).toMatchObject({ rowsRead: 2, rowsWritten: 1, rowsFiltered: 1 })
    expect(await seen()).toEqual([
      { id: '1', v: '0' },
      { id: '2', v: '1' },
    ])
    // A column that the target does not have tells nothing either.
    await run(ends.source, 'ALTER TABLE t ADD at timestamp DEFAULT now()')
    expect(await send({ keepsNewer: { cursor: 'at' }, change: { kind: 'fit' } })).toMatchObject({
      rowsWritten: 0,
      rowsFiltered: 2,
    })
  })

  it('update those that are as new where nothing newer is known to have come', async () => {
    const columns = '(id int PRIMARY KEY, v int, at date)'
    for (const side of [target.run, (sql: string) => run(ends.source, sql)]) await side(`CREATE TABLE t ${columns}`)
    await target.run(
      `INSERT INTO t VALUES (1, 0, '2026-01-02'), (2, 0, '2026-01-02'), (3, 0, '2026-01-02'), (4, 0, NULL)`,
    )
    await run(
      ends.source,
      `INSERT INTO t VALUES (1, 1, '2026-01-01'), (2, 1, '2026-01-02'), (3, 1, NULL), (4, 1, NULL)`,
    )
    expect(await send({ keepsNewer: { cursor: 'at', updatesAsOld: true } })).toMatchObject({
      rowsWritten: 2,
      rowsFiltered: 2,
    })
    expect((await seen()).map(({ id, v }) => `${id}${v}`)).toEqual(['10', '21', '30', '41'])
    expect(await send({ keepsNewer: { updatesAsOld: true } })).toMatchObject({ rowsWritten: 4, rowsFiltered: 0 })
  })

  it('are known when they are rejected, by the value or by a constraint', async () => {
    await run(
      ends.source,
      'CREATE TABLE t (id int, v int)',
      'INSERT INTO t VALUES (1, 100000), (1, 7), (2, 8), (2, 100000), (3, -1), (3, 9), (4, 3), (4, -1)',
    )
    await target.run('CREATE TABLE t (id int PRIMARY KEY, v smallint, CHECK (v >= 0))')
    const kept = new Map<number, string>()
    const outdated: string[] = []
    const keeping = {
      ...rejects,
      keep: (_: string, { row, fields, isOutdated }: RejectedRow) => {
        kept.set(row, fields.join(' '))
        if (isOutdated) outdated.push(fields.join(' '))
        return true
      },
      outdate: (_: string, rows: readonly number[]) => void outdated.push(...rows.map((row) => kept.get(row) ?? '')),
    }
    const request = {
      entity: 'public.t',
      target: target.name,
      mode: 'upsert',
      key: ['id'],
      onInvalid: 'reject',
    } as const
    const { streams } = await moveAcross(endpointOf(ends.source), target.endpoint(), [request], { rejects: keeping })
    expect(streams[0]).toMatchObject({ status: 'succeeded', rowsRejected: 4 })
    expect(new Set(outdated)).toEqual(new Set(['1 100000', '3 -1']))
  })

  it('are written as ever into a table that does not exist yet', async () => {
    await run(ends.source, 'CREATE TABLE t (id int PRIMARY KEY, v int)', 'INSERT INTO t VALUES (1, 1), (2, 1)')
    expect(await send({ keepsNewer: {} })).toMatchObject({ status: 'succeeded', rowsWritten: 2, rowsFiltered: 0 })
  })
})
