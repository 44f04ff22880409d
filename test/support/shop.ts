import { setTimeout as sleep } from 'node:timers/promises'

import { addPostgresConnection, urlOfDatabase } from './add-postgres-connection.ts'
import { run } from './run-sql.ts'
import { type Answer, type Api, startApi } from './start-api.ts'

/** An API and two empty databases on its server: `shop`, and `warehouse` for what is moved. */
export async function startShop(options: Parameters<typeof startApi>[0] = {}) {
  const api = await startApi(options)
  const base = `/v1/organizations/${await api.organizationOf('ada')}`
  for (const name of ['shop', 'warehouse'])
    await run(api.postgres.url, `create database ${name} ${api.postgres.strategy}`)
  return { api, base, source: urlOfDatabase(api, 'shop'), target: urlOfDatabase(api, 'warehouse') }
}

/** Adds connections to both. @returns them as the ends of a flow */
export const addEnds = async (api: Api, base: string) => ({
  source_connection: { id: await addPostgresConnection(api, 'ada', base, 'shop') },
  destination_connection: { id: await addPostgresConnection(api, 'ada', base, 'warehouse') },
})

const RUN_WAIT_MS = 60_000

/** Waits until a run has ended; the store is asked, which costs a tenth of a call. @returns it, as somebody sees it */
export async function endedRun(
  api: Pick<Api, 'call' | 'storeUrl'>,
  base: string,
  runId: string,
  as = 'ada',
): Promise<Answer['body']> {
  const hasEnded = 'select from millrace.runs where id = $1 and finished_at is not null'
  for (const until = Date.now() + RUN_WAIT_MS; Date.now() < until; await sleep(25))
    if ((await run(api.storeUrl, hasEnded, [runId])).length > 0)
      return (await api.call(as, 'GET', `${base}/runs/${runId}`)).body
  throw new Error('the run did not end')
}
