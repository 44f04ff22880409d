import { once } from 'node:events'
import { getRequestListener } from '@hono/node-server'

import { listen } from '../../src/server/main/listen.ts'
import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'
import { output, startScript } from './bench-script.ts'
import { peakMegabytes } from './measure.ts'

const BROWSERS = 500
const ORGANIZATIONS = 10

export interface WatchedStream {
  readonly url: string
  readonly authorization: string
}

export interface WrittenRun {
  readonly runId: string
  readonly epoch: number
}

/**
 * How long after a worker has written its progress a browser has it: 500 browsers of ten organizations on one API process,
 * a run under way in each, written ten times a second. The API is this process; worker and browsers are others.
 */
export async function benchWatching({ seconds }: { readonly seconds: number }): Promise<void> {
  const api = await startApi({ takesRuns: false })
  const listener = await listen(
    '127.0.0.1',
    0,
    getRequestListener(({ url, headers, signal }) => api.fetch(null, new URL(url).pathname, { headers, signal })),
  )
  try {
    const streams: WatchedStream[] = []
    const runs: WrittenRun[] = []
    for (let number = 0; number < ORGANIZATIONS; number++) {
      const { organizationId, runId } = await organizationWithRun(api, `owner-${number}`)
      runs.push({ runId, epoch: 1 })
      const url = `${listener.url}/v1/organizations/${organizationId}/events`
      for (let person = 0; person < BROWSERS / ORGANIZATIONS; person++) {
        const uid = `reader-${number}-${person}`
        await api.call(uid, 'POST', '/v1/users/sync-profile')
        await run(
          api.storeUrl,
          `insert into millrace.memberships (organization_id, user_uid, roles) values ($1, $2, '{viewer}')`,
          [organizationId, uid],
        )
        streams.push({ url, authorization: `Bearer ${await api.mint.mint({ sub: uid })}` })
      }
    }

    const browsers = startScript('watching-browsers.ts', { streams, seconds })
    await output(browsers, 'watching')
    const before = { cpu: process.cpuUsage(), at: performance.now() }
    const worker = startScript('watching-worker.ts', { databaseUrl: api.storeUrl, runs, seconds })
    const ended = once(worker, 'close')
    const told = JSON.parse(await output(browsers, '{')) as Readonly<Record<string, number>>
    const { user, system } = process.cpuUsage(before.cpu)
    const share = (user + system) / 1_000 / (performance.now() - before.at)
    await ended
    console.log(
      `${BROWSERS} browsers, ${ORGANIZATIONS} runs under way, ${seconds} s: ${told['events']} events;`,
      `latency p50 ${told['p50']} ms, p95 ${told['p95']} ms, p99 ${told['p99']} ms;`,
      `API ${Math.round(share * 100)} % of a core, peak ${Math.round(peakMegabytes())} MB`,
    )
  } finally {
    await listener.close()
    await api.stop()
  }
}

async function organizationWithRun(api: Api, owner: string): Promise<{ organizationId: string; runId: string }> {
  const organizationId = await api.organizationOf(owner)
  const base = `/v1/organizations/${organizationId}`
  const id = await addPostgresConnection(api, owner, base, 'postgres')
  const { body: flow } = await api.call(owner, 'POST', `${base}/flows`, {
    source_connection: { id },
    destination_connection: { id },
  })
  const { body: started } = await api.call(owner, 'POST', `${base}/flows/${flow.id}/run`)
  await run(api.storeUrl, `update millrace.runs set status = 'running', epoch = 1 where id = $1`, [started.run_id])
  return { organizationId, runId: started.run_id }
}
