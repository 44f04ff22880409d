import { setTimeout as delay } from 'node:timers/promises'

import type { Installation } from './installation.ts'
import { enroll } from './person.ts'

export interface GoodAccount {
  readonly flowId: string
  readonly target: string
  /** How long answers took, in milliseconds. */
  readonly calls: number[]
  /** Answers that blamed the server. */
  readonly faults: string[]
  /** Looks at the flow and its runs, as somebody does who watches a page. */
  watch(end: AbortSignal): Promise<void>
}

const LOOK_MS = 2_000

/** An account whose flow appends the orders of a shop to a table of its own, each minute. */
export async function makeGoodAccount(installation: Installation, number: number): Promise<GoodAccount> {
  const person = await enroll(installation, number)
  const { base, insist, call } = person
  const target = `public.good_${number}`
  const stream = { entity: 'public.orders', target, columns: ['id', 'note'], mode: 'append' }
  const config = { streams: [stream], transformations: [], schedule: { cron: '* * * * *', timezone: 'UTC' } }
  const ends = {
    source_connection: await person.connect('shop'),
    destination_connection: await person.connect('warehouse'),
  }
  const { body: flow } = await insist('POST', `${base}/flows`, { name: 'Orders', ...ends, config })
  const calls: number[] = []
  const faults: string[] = []
  const paths = [`${base}/flows`, `${base}/flows/${flow.id}/runs`, `${base}/connections`]
  return {
    flowId: flow.id,
    target,
    calls,
    faults,
    watch: async (end) => {
      for (let at = 0; !end.aborted; at++) {
        const path = paths[at % paths.length] ?? base
        // Nobody answers while the API is started again, and a page asks again.
        const reply = await call('GET', path).catch(() => undefined)
        if (reply && reply.status < 500) calls.push(reply.milliseconds)
        else if (reply && reply.body?.code !== 'STARTING')
          faults.push(`${path.replace(/[0-9a-f-]{36}/g, ':id')}: ${reply.status} ${reply.body?.code}`)
        await delay(LOOK_MS)
      }
    },
  }
}
