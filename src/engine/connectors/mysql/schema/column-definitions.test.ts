import { expect, it } from 'vitest'

import type { MysqlSession } from '../driver/mysql-session.ts'
import { columnDefinitions } from './column-definitions.ts'
import { valueTypeOf } from './value-type-of.ts'

/** @param version as a server says it */
function definedBy(version: string, ...types: readonly string[]) {
  const facts = { version, isMariaDb: /mariadb/i.test(version), threadId: 1 }
  const columns = types.map((type) => ({ name: 'c', type, value: valueTypeOf(type), nullable: true }))
  // Only the facts of a session are needed for types without a collation.
  return columnDefinitions({ facts } as MysqlSession, columns, () => true, [])
}

it('types that only MariaDB has come into MySQL as texts', async () => {
  expect(await definedBy('9.7.4', 'uuid', 'inet6', 'geomcollection')).toEqual([
    '`c` varchar(36) collate utf8mb4_0900_bin NULL DEFAULT NULL',
    '`c` longtext collate utf8mb4_0900_bin NULL DEFAULT NULL',
    '`c` geometrycollection NULL DEFAULT NULL',
  ])
})

it('types that only MySQL has come into MariaDB as bytes, or by the name that both know', async () => {
  expect(await definedBy('10.11.19-MariaDB', 'uuid', 'vector(3)', 'geomcollection')).toEqual([
    '`c` uuid NULL DEFAULT NULL',
    '`c` longblob NULL DEFAULT NULL',
    '`c` geometrycollection NULL DEFAULT NULL',
  ])
})
