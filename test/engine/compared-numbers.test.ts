import { expect, it } from 'vitest'

import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import { verify } from '../../src/engine/move/verify/verify.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { contextWith, type Database, endpointOf, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let ends: { source: Database; destination: Database; from: MysqlDatabase; to: MysqlDatabase }
givenBothSystems((given) => {
  ends = given
})

const SYSTEMS = {
  mysql: { connector: mysqlConnector, source: () => mysqlEndpoint(ends.from), target: () => mysqlEndpoint(ends.to) },
  postgres: {
    connector: postgresConnector,
    source: () => endpointOf(ends.source),
    target: () => endpointOf(ends.destination),
  },
} as const

type System = keyof typeof SYSTEMS

const CASES: readonly (readonly [System, string, System, string, string, string])[] = [
  ['mysql', 'float', 'mysql', 'double', '0.1', '0.2'],
  ['mysql', 'float', 'mysql', 'varchar(30)', '0.1', `'0.2'`],
  ['mysql', 'int(8) zerofill', 'mysql', 'varchar(20)', '42', `'00000043'`],
  ['mysql', 'decimal(8,2) zerofill', 'mysql', 'varchar(20)', '0', `'000001.00'`],
  ['mysql', 'float', 'postgres', 'double precision', '0.1', '0.2'],
  ['mysql', 'int(8) zerofill', 'postgres', 'text', '42', `'43'`],
  ['postgres', 'real', 'mysql', 'double', '0.1', '0.2'],
  ['postgres', 'real', 'postgres', 'double precision', '0.1', '0.2'],
]

it.each(CASES)(
  'a comparison of %s: %s takes what it became in %s: %s for equal, and another value for different',
  async (from, type, to, wider, value, other) => {
    const inSource = (sql: string) => (from === 'mysql' ? runMysql(ends.from, sql) : run(ends.source, sql))
    const inTarget = (sql: string) => (to === 'mysql' ? runMysql(ends.to, sql) : run(ends.destination, sql))
    await inSource(`CREATE TABLE t (id int PRIMARY KEY, v ${type})`)
    await inSource(`INSERT INTO t VALUES (1, ${value}), (2, ${value})`)
    await inTarget(`CREATE TABLE t (id int PRIMARY KEY, v ${wider})`)
    const entity = from === 'mysql' ? `${ends.from.database}.t` : 'public.t'
    const target = to === 'mysql' ? `${ends.to.database}.t` : 'public.t'
    const stream = { entity, target, mode: 'upsert' } as const
    const [source, destination] = [SYSTEMS[from], SYSTEMS[to]]
    const { streams } = await moveAcross(source.source(), destination.target(), [stream])
    expect(streams[0]?.error).toBeUndefined()
    await inTarget(`UPDATE t SET v = ${other} WHERE id = 2`)

    const found: unknown[] = []
    await verify({
      source: { connector: source.connector, endpoint: source.source() },
      destination: { connector: destination.connector, endpoint: destination.target() },
      streams: [stream],
      context: contextWith(),
      onEvent: (event: MoveEvent) => {
        if (event.kind === 'dry-run' && 'difference' in event.result) found.push(event.result.difference)
      },
    })
    expect(found).toEqual([{ created: 0, changed: 1, removed: 0, unchanged: 1 }])
  },
)
