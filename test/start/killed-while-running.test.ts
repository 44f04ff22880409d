import { afterEach, expect, it } from 'vitest'

import { type HeldRun, holdRun } from './held-run.ts'
import { enter, start } from './installation.ts'
import { cleanUp, family, killAll, type Launched, living, temporaryFolder } from './launch.ts'

let held: HeldRun | undefined
afterEach(async () => {
  await cleanUp()
  await held?.stop()
})

const ENDINGS: [string, (server: Launched) => void][] = [
  ['kill -9 of everything', ({ child }) => killAll(family(child.pid ?? 0))],
  ['Ctrl-C', ({ child }) => child.kill('SIGINT')],
]

it.each(ENDINGS)('has everything again after %s, and finishes the run that was going', async (_, end) => {
  const folder = await temporaryFolder()
  const first = start(folder)
  held = await holdRun(await enter(await first.url, 'signUp'))
  const { base, organization, flow, done, going } = held

  const pids = family(first.child.pid ?? 0)
  const ended = Date.now()
  end(first)
  await first.exited
  expect(Date.now() - ended).toBeLessThan(5_000)
  // A process that waits for its disk ends when the disk has answered.
  await expect.poll(() => living(pids), { timeout: 5_000 }).toEqual([])
  await held.release()
  expect(await held.arrived()).toEqual([{ rows: 5000, ids: 5000 }])

  const second = start(folder)
  const after = await enter(await second.url, 'signInWithPassword')
  expect(await after('GET', '/v1/organizations')).toMatchObject([{ id: organization, name: 'Acme', roles: ['owner'] }])
  expect(await after('GET', `${base}/flows`)).toMatchObject([{ id: flow, name: 'Orders' }])
  expect(await held.ended(after)).toMatchObject({ status: 'succeeded', attempt: 2, rows_written: 9000 })
  expect(await held.arrived()).toEqual([{ rows: 9000, ids: 9000 }])
  const { runs } = await after('GET', `${base}/flows/${flow}/runs`)
  expect(runs.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
    [going, 'succeeded'],
    [done, 'succeeded'],
  ])
})
