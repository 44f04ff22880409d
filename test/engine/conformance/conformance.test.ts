import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import {
  CONNECTION_TYPES,
  type ConnectionType,
  modesOf,
} from '../../../src/core/catalog/connections/connection-types.ts'
import { CONNECTORS } from '../../../src/engine/connectors/registry.ts'
import { isOlderMysql } from '../../support/mariadb/mysql-server.ts'
import { namedPostgres } from '../../support/postgres/postgres-binaries.ts'
import type { Harness, Place } from './harness.ts'
import { HARNESSES } from './harnesses.ts'
import { MATRIX } from './matrix.ts'
import { NOT_SUPPORTED } from './not-supported.ts'

/** MySQL 5.7 has no common table expressions, and says so: see the tests of checks. */
const NO_QUERIES: readonly string[] = ['checks rows', 'warns of rows', 'refuses a broken check']

/** Another Postgres changes nothing for the others. */
const TYPES = namedPostgres ? (['postgres'] as const) : (Object.keys(CONNECTORS) as ConnectionType[])

describe.each(TYPES)('%s', (type) => {
  let harness: Harness
  let place: Place

  beforeAll(async () => {
    harness = await HARNESSES[type]()
  })

  afterEach(() => place.stop())

  afterAll(() => harness?.stop())

  const beyond = type === 'mysql' && isOlderMysql(8) ? NO_QUERIES : []
  const cells = MATRIX.filter((cell) => cell.type === type && !beyond.includes(cell.name))

  for (const { title, tried } of cells)
    if (tried)
      it(title, async () => {
        place = await harness.place()
        await tried(place as never)
      })
})

it('what a connector cannot do is what its catalog row says it cannot', () => {
  for (const type of Object.keys(CONNECTORS) as ConnectionType[]) {
    const missing = Object.keys(NOT_SUPPORTED[type])
    const { capability } = CONNECTION_TYPES[type]
    if (capability === 'source') continue
    const offered = modesOf(type)
    expect({ type, replaces: !missing.includes('replaces'), upserts: !missing.includes('upserts') }).toEqual({
      type,
      replaces: offered.includes('replace'),
      upserts: offered.includes('upsert'),
    })
  }
})
