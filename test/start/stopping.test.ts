import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'

import { processCpu } from '../bench/process-cpu.ts'
import { cleanUp, family, launch, living, temporaryFolder, WITHOUT_LOCAL_ACCOUNTS } from './launch.ts'

afterEach(cleanUp)

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  it('ends everything within 5 s, leaving no process', async () => {
    const server = launch(await temporaryFolder())
    await server.url
    const pids = family(server.child.pid ?? 0)
    expect(pids.length).toBeGreaterThanOrEqual(4)
    const begun = Date.now()
    server.child.kill(signal)
    // A terminal and npm both pass it on: that is one request, not two.
    server.child.kill(signal)
    expect((await server.exited).code).toBe(0)
    expect(Date.now() - begun).toBeLessThan(5_000)
    // The last one may take a moment to be gone after its parent.
    await expect.poll(() => living(pids), { interval: 20, timeout: 5_000 - (Date.now() - begun) }).toEqual([])
  })

  it('ends a start that is under way', async () => {
    const server = launch(await temporaryFolder())
    await expect
      .poll(() => family(server.child.pid ?? 0).length, { interval: 10, timeout: 30_000 })
      .toBeGreaterThanOrEqual(3)
    const pids = family(server.child.pid ?? 0)
    const begun = Date.now()
    server.child.kill(signal)
    expect((await server.exited).code).toBe(0)
    expect(server.stdout()).not.toContain('ready')
    // What initdb had started itself ends a moment after it, when it finds its pipe closed.
    await expect.poll(() => living(pids), { interval: 20, timeout: 5_000 - (Date.now() - begun) }).toEqual([])
    expect(Date.now() - begun).toBeLessThan(5_000)
  })
})

it('is forced by a second Ctrl-C', async () => {
  const server = launch(await temporaryFolder(), { env: { ...WITHOUT_LOCAL_ACCOUNTS, HANGS: 'yes' } })
  await server.url
  const pids = family(server.child.pid ?? 0)
  server.child.kill('SIGINT')
  await delay(1_000)
  expect(server.child.exitCode).toBeNull()
  const begun = Date.now()
  server.child.kill('SIGINT')
  expect((await server.exited).code).toBe(1)
  expect(Date.now() - begun).toBeLessThan(1_000)
  await expect.poll(() => living(pids), { timeout: 3_000 }).toEqual([])
})

it('takes less than 5 s even when a part of it hangs', async () => {
  const server = launch(await temporaryFolder(), { env: { ...WITHOUT_LOCAL_ACCOUNTS, HANGS: 'yes' } })
  await server.url
  const pids = family(server.child.pid ?? 0)
  const begun = Date.now()
  server.child.kill('SIGTERM')
  await server.exited
  expect(Date.now() - begun).toBeLessThan(5_000)
  await expect.poll(() => living(pids), { timeout: 3_000 }).toEqual([])
})

it('comes with the end of the server however it is killed', async () => {
  const server = launch(await temporaryFolder())
  await server.url
  const pids = family(server.child.pid ?? 0)
  server.child.kill('SIGKILL')
  await expect.poll(() => living(pids), { timeout: 5_000 }).toEqual([])
})

it('goes on at rest when nobody reads its log any more', async () => {
  const server = launch(await temporaryFolder(), { env: WITHOUT_LOCAL_ACCOUNTS })
  server.child.stderr?.destroy()
  await server.url
  const pid = server.child.pid ?? 0
  const begun = processCpu(pid)
  await delay(2_000)
  expect(processCpu(pid) - begun).toBeLessThan(0.5)
  server.child.kill('SIGTERM')
  expect((await server.exited).code).toBe(0)
})
