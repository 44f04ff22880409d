import { setTimeout as delay } from 'node:timers/promises'

import { StartFailure } from '../../host/start-failure.ts'
import type { Query } from './database.ts'

/** A process that was just stopped is connected for a moment more. */
const PAUSE_MS = 200
const ATTEMPTS = 15

/**
 * @param why what the others must not see happen, as a sentence
 * @throws StartFailure with the addresses of other processes of Millrace that use the database
 */
export async function refuseOthers(query: Query, why: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const others = await listOthers(query)
    if (others.length === 0) return
    if (attempt === ATTEMPTS) throw new StartFailure(`${why} Still connected: ${others.map(inWords).join(', ')}.`)
    await delay(PAUSE_MS)
  }
}

interface Other {
  readonly address: string
  readonly connections: number
  readonly since: Date
}

/** While it lives, each process has at least the connection on which it is notified. */
const listOthers = (query: Query) =>
  query<Other>(
    `select coalesce(host(client_addr), 'this machine') as address, count(*)::int as connections, min(backend_start) as since
     from pg_stat_activity
     where datname = current_database() and application_name like 'millrace%' and pid <> pg_backend_pid()
     group by 1 order by 1`,
  )

const inWords = ({ address, connections, since }: Other) =>
  `${address} (${connections} connections, since ${since.toISOString()})`
