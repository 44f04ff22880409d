import { setTimeout as sleep } from 'node:timers/promises'
import { taskProcesses } from '../server/tasks/process-of-port.ts'
import { run } from '../support/run-sql.ts'
import { addEnds, startShop } from '../support/shop.ts'
import { newStore } from '../support/start-api.ts'
import { processCpu } from './process-cpu.ts'
import { memoryBelow } from './process-memory.ts'

const MIRRORS = 50

/** What all of them together may take: megabytes, and a part of a core. */
const TO_REACH = { megabytes: 250, cores: 0.1 }

const REST_MS = 45_000
const MEASURED_MS = 60_000

/** Mirrors of one account whose sources have nothing to tell: the memory and the CPU of the processes that follow them. */
export async function benchQuietMirrors(): Promise<void> {
  const settings = { wal_level: 'logical', max_wal_senders: '80', max_replication_slots: '80', max_connections: '500' }
  const store = await newStore({ settings })
  const { api, base, source } = await startShop({ beside: store, startsTasks: true })
  try {
    const ends = await addEnds(api, base)
    for (let n = 0; n < MIRRORS; n++) {
      await run(source, `create table quiet_${n} (id int primary key, name text)`)
      const config = { streams: [{ entity: `public.quiet_${n}`, mode: 'mirror' }], transformations: [] }
      const { body } = await api.call('ada', 'POST', `${base}/flows`, { name: `Quiet ${n}`, ...ends, config })
      await api.call('ada', 'POST', `${base}/flows/${body.id}/mirror`, { wanted: 'on' })
    }
    const following = `select count(*)::int as count from millrace.mirrors where state = 'following' and lease_until > now()`
    while ((await run<{ count: number }>(store.storeUrl, following))[0]?.count !== MIRRORS) await sleep(1_000)
    await sleep(REST_MS)
    const processes = taskProcesses()
    const before = processes.reduce((sum, id) => sum + processCpu(id), 0)
    await sleep(MEASURED_MS)
    const cores = (processes.reduce((sum, id) => sum + processCpu(id), 0) - before) / (MEASURED_MS / 1_000)
    const megabytes = processes.flatMap(memoryBelow).reduce((sum, held) => sum + held.megabytes, 0)
    console.table({ mirrors: MIRRORS, processes: processes.length, megabytes: Math.round(megabytes), cores })
    const isReached = megabytes <= TO_REACH.megabytes && cores <= TO_REACH.cores
    console.log(`To reach: ${JSON.stringify(TO_REACH)}. ${isReached ? 'Reached.' : 'NOT reached.'}`)
  } finally {
    await api.stop()
    await store.postgres.stop()
  }
}
