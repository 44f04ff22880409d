import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { run } from '../support/run-sql.ts'
import { newStore } from '../support/start-api.ts'
import {
  expectAllRowsOnce,
  expectNothingLeft,
  familyOf,
  openSharedShop,
  PATIENCE,
  type SharedShop,
  waitAtGates,
  waitForEnd,
} from '../support/streams/shared-shop.ts'
import { startTcpProxy, type TcpProxy } from './proxy.ts'

/** Longer than a silent worker keeps what it was given. */
const SILENT_MS = 20_000

let store: Awaited<ReturnType<typeof newStore>>
let shop: SharedShop
let proxy: TcpProxy
let isAway = false

beforeAll(async () => {
  store = await newStore()
  proxy = await startTcpProxy(store.postgres, { judge: () => (isAway ? 'reset' : 'pass') })
  shop = await openSharedShop({ beside: store })
})
afterEach(() => shop.endWorkers())
afterAll(async () => {
  await shop.stop()
  await proxy.stop()
  await store.postgres.stop()
})

/** A run whose own worker has three tables, and another one the fourth; all of them wait. */
async function startShared(storeUrl?: string) {
  const owner = await shop.addWorker({}, storeUrl)
  const flowId = await shop.newFlow()
  await shop.close(1)
  await shop.close(2)
  const runId = await shop.start(flowId)
  await waitAtGates(shop, 3)
  const assistant = await shop.addWorker({}, storeUrl)
  await waitAtGates(shop, 4)
  const end = async () => {
    await shop.open(1)
    await shop.open(2)
    await waitForEnd(shop, runId)
    return shop.read(runId)
  }
  return { owner, assistant, runId, end }
}

const claims = () =>
  run<{ entities: string[] | null }>(shop.api.storeUrl, 'select entities from millrace.stream_claims')
const isMovedOn = (attempt: number) => ({ status: 'partially_succeeded', attempt })

it('moves itself what a killed worker had begun', async () => {
  const { assistant, end } = await startShared()
  assistant.kill('SIGKILL')
  await expect.poll(claims, PATIENCE).toEqual([])
  expect(await end()).toMatchObject(isMovedOn(1))
  await expectAllRowsOnce(shop)
}, 240_000)

it('counts the rows of a worker once that was paused while others moved its table', async () => {
  const { assistant, runId, end } = await startShared()
  const family = familyOf(assistant.pid ?? 0)
  for (const pid of family) process.kill(pid, 'SIGSTOP')
  await sleep(SILENT_MS)
  expect(await claims()).toEqual([])
  const ended = await end()
  for (const pid of family) process.kill(pid, 'SIGCONT')
  expect(ended).toMatchObject(isMovedOn(1))
  await expectAllRowsOnce(shop)
  // It wakes up, and finds that nothing is left for it.
  await sleep(2_000)
  await expectAllRowsOnce(shop)
  expect(await shop.logOf(runId)).not.toContain('A newer attempt')
}, 240_000)

it('keeps a worker that stood still while the run was cancelled from putting its table in place when it goes on', async () => {
  const { assistant, runId } = await startShared()
  const family = familyOf(assistant.pid ?? 0)
  for (const pid of family) process.kill(pid, 'SIGSTOP')
  await shop.api.call('ada', 'POST', `${shop.base}/runs/${runId}/cancel`)
  await waitForEnd(shop, runId)
  expect((await shop.read(runId)).status).toBe('cancelled')
  // Its session is gone before it could go on.
  await waitAtGates(shop, 0)
  await shop.open(1)
  await shop.open(2)
  for (const pid of family) process.kill(pid, 'SIGCONT')
  await sleep(2_000)
  expect(await run(shop.target, 'select from t04')).toEqual([])
  await expectNothingLeft(shop)
}, 240_000)

it('goes on after the end of its worker, without what others have put in place', async () => {
  const { owner, assistant, runId, end } = await startShared()
  const arrived = `select from pg_tables where tablename in ('t05', 't06', 't09', 't10', 't11', 't12')`
  await expect.poll(async () => (await run(shop.target, arrived)).length, PATIENCE).toBeGreaterThan(0)
  owner.kill('SIGKILL')
  expect(await end()).toMatchObject(isMovedOn(2))
  expect(assistant.exitCode).toBeNull()
  expect(await shop.logOf(runId)).toContain('nothing is done twice')
  await expectAllRowsOnce(shop)
}, 240_000)

it('gives back what it has of others when it is told to end', async () => {
  const { assistant, end } = await startShared()
  assistant.kill('SIGTERM')
  await expect.poll(claims, { timeout: 8_000 }).toEqual([])
  expect(await end()).toMatchObject(isMovedOn(1))
  await expectAllRowsOnce(shop)
}, 240_000)

it('hands its run over when it is told to end, and nobody goes on for it', async () => {
  const { owner, end } = await startShared()
  const gone = once(owner, 'exit')
  owner.kill('SIGTERM')
  await gone
  expect(await end()).toMatchObject(isMovedOn(2))
  await expectAllRowsOnce(shop)
}, 240_000)

it('ends well although the store is away for a while', async () => {
  const { end } = await startShared(store.storeUrl.replace(/:\d+\//, `:${proxy.port}/`))
  isAway = true
  proxy.breakAll()
  await sleep(3_000)
  isAway = false
  const ended = await end()
  expect(ended.status).toBe('partially_succeeded')
  await expectAllRowsOnce(shop)
}, 240_000)
