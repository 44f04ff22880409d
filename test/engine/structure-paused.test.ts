import { expect, it } from 'vitest'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { startTcpProxy } from '../faults/proxy.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Database, endpointOf, nextFence, run, statuses } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, from, to } = ends)
})

const SHOP = [
  'CREATE TABLE customers (id int PRIMARY KEY)',
  'CREATE TABLE orders (id int PRIMARY KEY, customer int NOT NULL, CONSTRAINT of_customer FOREIGN KEY (customer) REFERENCES customers (id))',
  'INSERT INTO customers VALUES (1)',
  'INSERT INTO orders VALUES (7, 1)',
]

interface Place {
  readonly address: () => { readonly host: string; readonly port: number }
  readonly source: () => Endpoint
  readonly destination: (port?: number) => Endpoint
  readonly make: () => Promise<unknown>
  readonly keys: () => Promise<unknown>
  /** The last statement that arrives: it makes the foreign key. */
  readonly last: string
}

const PLACES: Readonly<Record<'Postgres' | 'MySQL', Place>> = {
  Postgres: {
    address: () => destination,
    source: () => endpointOf(source),
    destination: (port = destination.port) => endpointOf({ ...destination, port }),
    make: () => run(source, ...SHOP),
    keys: () => run(destination, `SELECT conname AS name FROM pg_constraint WHERE contype = 'f' AND convalidated`),
    last: 'VALIDATE CONSTRAINT',
  },
  MySQL: {
    address: () => to,
    source: () => mysqlEndpoint(from),
    destination: (port = to.port) => mysqlEndpoint({ ...to, port }),
    make: () => runMysql(from, ...SHOP),
    keys: () =>
      runMysql(
        to,
        'SELECT CONSTRAINT_NAME AS name FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = DATABASE()',
      ),
    last: 'ADD CONSTRAINT `of_customer`',
  },
}

it.each(Object.entries(PLACES))(
  'a worker that stands still while it builds a foreign key in %s is ended by the next attempt',
  async (_, place) => {
    await place.make()
    const stuck = Promise.withResolvers<void>()
    let isBuilding = false
    const proxy = await startTcpProxy(place.address(), {
      judge: (sent) => {
        if (sent.includes(place.last)) isBuilding = true
        else if (isBuilding) {
          stuck.resolve()
          return 'black-hole'
        }
        return 'pass'
      },
    })
    const first = nextFence()
    const paused = moveAcross(place.source(), place.destination(proxy.port), [], {
      copiesStructure: true,
      fence: first,
    })
    await stuck.promise

    const began = performance.now()
    const next = await moveAcross(place.source(), place.destination(), [], {
      copiesStructure: true,
      fence: { ...nextFence(), runId: 'the next run' },
    })
    expect(statuses(next)).toEqual(['succeeded', 'succeeded'])
    expect(next.isStructureLeft).toBeUndefined()
    expect(performance.now() - began).toBeLessThan(12_000)
    expect(await place.keys()).toEqual([{ name: 'of_customer' }])

    await proxy.stop()
    await paused.catch(() => {})
    expect(await place.keys()).toEqual([{ name: 'of_customer' }])
  },
  90_000,
)
