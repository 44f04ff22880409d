import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { addEnds } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'

const PATIENCE = { timeout: 60_000 }

describe('a flow that asks for a class of workers', () => {
  let api: Api
  let base: string
  let flow: string
  const workers: Api[] = []
  const read = async (runId: string) => (await api.call('ada', 'GET', `${base}/runs/${runId}`)).body

  beforeAll(async () => {
    api = await startApi({ takesRuns: false })
    base = `/v1/organizations/${await api.organizationOf('ada')}`
    for (const name of ['shop', 'warehouse']) await run(api.postgres.url, `create database ${name}`)
    await run(urlOfDatabase(api, 'shop'), 'create table orders as select 1 as id')
    const config = { streams: [{ entity: 'public.orders', target: 'orders', mode: 'replace' }], transformations: [] }
    const { body } = await api.call('ada', 'POST', `${base}/flows`, {
      name: 'Orders',
      ...(await addEnds(api, base)),
      config: { ...config, worker_class: 'large' },
    })
    flow = body.id
  })
  afterAll(async () => {
    for (const worker of workers) await worker.stop()
    await api.stop()
  })

  it('has it in its settings, and a name that is none is refused', async () => {
    const { body } = await api.call('ada', 'GET', `${base}/flows/${flow}`)
    expect(body.config.worker_class).toBe('large')
    const config = { ...body.config, worker_class: 'Very large!' }
    expect((await api.call('ada', 'PATCH', `${base}/flows/${flow}`, { config })).status).toBe(422)
  })

  it('waits for a worker of this class, says so while there is none, and is taken by it', async () => {
    workers.push(await startApi({ beside: api }))
    const { run_id: runId } = (await api.call('ada', 'POST', `${base}/flows/${flow}/run`)).body
    expect(await read(runId)).toMatchObject({ status: 'queued', waiting: { class: 'large', workers: 0 } })
    expect((await api.call('ada', 'GET', `${base}/run-limits`)).body.worker_classes).toEqual([])
    const metrics = await (await api.fetch(null, '/metrics', {}, '127.0.0.1')).text()
    expect(metrics).toContain('millrace_workers{class=""} 1\n')
    expect(metrics).toMatch(/millrace_queue_oldest_seconds\{class="large"\} [\d.]+\n/)
    expect(metrics).toContain('millrace_workers{class="large"} 0\n')

    workers.push(await startApi({ beside: api, environment: { WORKER_CLASS: 'large' } }))
    await expect.poll(async () => (await read(runId)).status, PATIENCE).toBe('succeeded')
    expect((await api.call('ada', 'GET', `${base}/run-limits`)).body.worker_classes).toEqual(['large'])
  })
})
