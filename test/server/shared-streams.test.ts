import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { run } from '../support/run-sql.ts'
import { TRIES_ALL } from '../support/samples.ts'
import {
  expectAllRowsOnce,
  openSharedShop,
  type SharedShop,
  TABLES,
  waitAtGates,
  waitForEnd,
  waitForEnded,
} from '../support/streams/shared-shop.ts'

let shop: SharedShop

beforeAll(async () => {
  shop = await openSharedShop()
})
afterEach(() => shop.endWorkers())
afterAll(() => shop.stop())

/** What a run has done to each table, without what depends on when and where. */
const comparable = (streams: readonly Record<string, unknown>[]) =>
  streams.map(({ receipt, notes = [], note_sentences: _sentences, ...stream }) => {
    const { phases: _phases, hash: _hash, content: _content, ...checked } = (receipt ?? {}) as Record<string, unknown>
    const told = (notes as readonly string[]).filter((note) => !note.startsWith('Worker '))
    return { ...stream, receipt: checked, notes: told }
  })

it('has the same rows and receipts, whoever moves its tables', async () => {
  const results: unknown[] = []
  for (const workers of TRIES_ALL ? [1, 2, 3] : [1, 3]) {
    await shop.addWorker()
    const flowId = await shop.newFlow()
    if (workers > 1) await shop.close(1)
    const runId = await shop.start(flowId)
    if (workers > 1) {
      await waitAtGates(shop, 3)
      // The worker of the run waits with its three tables, and the others move the rest.
      for (let others = 1; others < workers; others++) await shop.addWorker()
      await waitForEnded(shop, runId, TABLES.length - 3)
      await shop.open(1)
    }
    await waitForEnd(shop, runId)
    const ended = await shop.read(runId)
    expect(ended).toMatchObject({ status: 'partially_succeeded', attempt: 1 })
    const moved = [...(await shop.logOf(runId)).matchAll(/Worker [\da-f]{8} moved (\d+) of 12 tables/g)]
    // One of the nine fails at whoever moves it.
    expect(moved.reduce((sum, [, tables]) => sum + Number(tables), 0)).toBe(workers > 1 ? 8 : 0)
    await expectAllRowsOnce(shop)
    const rejected = await run(
      shop.api.storeUrl,
      `select entity, rejected::int, (select count(*)::int from millrace.rejected_rows r where r.run_id = s.run_id) as kept
       from millrace.rejected_streams s where run_id = '${runId}'`,
    )
    results.push({ streams: comparable(ended.streams), rejected })
    await shop.endWorkers()
  }
  for (const result of results) expect(result).toEqual(results[0])
}, 360_000)

it('shows one moment of all tables, although they change while others move them', async () => {
  await shop.addWorker()
  const flowId = await shop.newFlow()
  await shop.close(1)
  const runId = await shop.start(flowId)
  await waitAtGates(shop, 3)
  for (const table of TABLES) await run(shop.source, `insert into ${table} values (1000, 'later')`)
  await shop.addWorker()
  await waitForEnded(shop, runId, TABLES.length - 3)
  await shop.open(1)
  await waitForEnd(shop, runId)
  await expectAllRowsOnce(shop)
  for (const table of TABLES) await run(shop.source, `delete from ${table} where id = 1000`)
}, 240_000)

it('is left to its worker by those of another class', async () => {
  await shop.addWorker()
  const flowId = await shop.newFlow()
  await shop.close(1)
  const runId = await shop.start(flowId)
  await waitAtGates(shop, 3)
  await shop.addWorker({ WORKER_CLASS: 'large' })
  // Longer than it looks at the cores before it takes part.
  await sleep(3_000)
  expect(await run(shop.api.storeUrl, 'select worker from millrace.range_helpers')).toEqual([])
  await shop.open(1)
  await waitForEnd(shop, runId)
  expect(await shop.logOf(runId)).not.toContain('tables, with')
  await expectAllRowsOnce(shop)
}, 240_000)

it('is cancelled at every worker within five seconds', async () => {
  await shop.addWorker()
  const flowId = await shop.newFlow()
  await shop.close(1)
  await shop.close(2)
  const runId = await shop.start(flowId)
  await waitAtGates(shop, 3)
  await shop.addWorker()
  await waitAtGates(shop, 4)

  const asked = performance.now()
  await shop.api.call('ada', 'POST', `${shop.base}/runs/${runId}/cancel`)
  await waitForEnd(shop, runId)
  await waitAtGates(shop, 0)
  expect(performance.now() - asked).toBeLessThan(5_000)
  expect(await shop.read(runId)).toMatchObject({ status: 'cancelled' })
  await shop.open(1)
  await shop.open(2)
  await expect.poll(() => run(shop.api.storeUrl, 'select * from millrace.stream_claims')).toEqual([])
  expect(await run(shop.target, 'select count(*)::int as rows from t04')).toEqual([{ rows: 0 }])
}, 240_000)
