import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'

import { connectTo, type Database, freshDatabase } from '../engine/move-between.ts'
import type { RunningPostgres } from '../support/postgres/start-postgres.ts'
import { TABLE } from './mirror-writers.ts'

const SLOT = 'native'

export interface NativeReplication {
  /** Lets it apply what has come since it began. @returns changes a second, of this number of changes */
  drain(changes: number): Promise<number>
  end(): Promise<void>
}

/** Logical replication of Postgres itself for one table, from here on; it applies nothing before `drain`. */
export async function startNativeReplication(server: RunningPostgres, source: Database): Promise<NativeReplication> {
  const publisher = await connectTo(source)
  const target = await freshDatabase(server)
  const subscriber = await connectTo(target)
  await publisher.query(`CREATE PUBLICATION ${SLOT} FOR TABLE t`)
  // Made by hand, because a subscription to its own server would wait for itself.
  await publisher.query(`SELECT pg_create_logical_replication_slot('${SLOT}', 'pgoutput')`)
  await subscriber.query(`CREATE TABLE t ${TABLE}`)
  await subscriber.query(
    `CREATE SUBSCRIPTION ${SLOT} CONNECTION '${conninfo(source)}' PUBLICATION ${SLOT}
     WITH (create_slot = false, copy_data = false, enabled = false, slot_name = ${SLOT})`,
  )
  return {
    drain: async (changes) => {
      const { end } = await position(publisher)
      const begun = performance.now()
      await subscriber.query(`ALTER SUBSCRIPTION ${SLOT} ENABLE`)
      while (!(await hasConfirmed(publisher, end))) await sleep(50)
      return Math.round((changes / (performance.now() - begun)) * 1000)
    },
    end: async () => {
      await subscriber.query(`ALTER SUBSCRIPTION ${SLOT} DISABLE`)
      await subscriber.query(`DROP SUBSCRIPTION ${SLOT}`)
      await Promise.all([publisher.end(), subscriber.end()])
    },
  }
}

const conninfo = ({ host, port, user, password, database }: Database) =>
  Object.entries({ host, port, user, password, dbname: database })
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')

async function position(publisher: Client): Promise<{ readonly end: string }> {
  const { rows } = await publisher.query<{ end: string }>(`SELECT pg_current_wal_lsn()::text AS end`)
  return rows[0] ?? { end: '0/0' }
}

async function hasConfirmed(publisher: Client, end: string): Promise<boolean> {
  const { rows } = await publisher.query<{ done: string }>(
    `SELECT confirmed_flush_lsn >= $1::pg_lsn AS done FROM pg_replication_slots WHERE slot_name = '${SLOT}'`,
    [end],
  )
  return rows[0]?.done === 't'
}
