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

/** Waits until a run has ended. @returns it */
export async function endedRun(api: Api, base: string, runId: string): Promise<Answer['body']> {
  for (let tries = 0; tries < 300; tries++) {
    const { body } = await api.call('ada', 'GET', `${base}/runs/${runId}`)
    if (body.finished_at) return body
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the run did not end')
}
