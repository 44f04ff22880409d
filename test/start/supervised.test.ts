import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

import { cleanUp, family, killAll, type LaunchOptions, living, WITHOUT_LOCAL_ACCOUNTS } from './launch.ts'
import { freePort, launchSupervised, readyTimes, serverOf } from './launch-supervised.ts'

afterEach(cleanUp)

const TRIVIAL = join('test', 'start', 'trivial-server.ts')

const launchTrivial = (env: LaunchOptions['env']) => launchSupervised([TRIVIAL], { ...WITHOUT_LOCAL_ACCOUNTS, ...env })

describe('a server that crashes', () => {
  it('starts again, however soon after it was ready that was, and says what ended it', async () => {
    const server = await launchTrivial({})
    await server.url
    for (const times of [2, 3]) {
      killAll([serverOf(server)])
      await expect.poll(() => readyTimes(server), { timeout: 30_000 }).toBe(times)
    }
    expect(server.stderr()).toMatch(/Millrace ended unexpectedly \(SIGKILL: .*memory.*\)\. It starts again in 1 s\./)
    expect(server.stderr()).toContain('It starts again in 2 s.')
    // So that whoever collects the log finds it there too, in its own form.
    expect(server.stderr()).toMatch(/\{.*"how":"SIGKILL.*"level":"error","message":"Millrace had ended unexpectedly/)
    const pids = family(server.child.pid ?? 0)
    server.child.kill('SIGTERM')
    expect((await server.exited).code).toBe(0)
    await expect.poll(() => living(pids), { timeout: 5_000 }).toEqual([])
  })

  it('starts again although it ended with a code, because nobody had asked it to end', async () => {
    const server = await launchTrivial({})
    const url = await server.url
    await fetch(`${url}/exit`).catch(() => {})
    await expect.poll(() => readyTimes(server), { timeout: 30_000 }).toBe(2)
    expect(server.stderr()).toContain('Millrace ended unexpectedly (exit code 7). It starts again in 1 s.')
  })

  it('is given up when it was never ready', async () => {
    const server = await launchTrivial({ CRASHES: 'yes' })
    expect((await server.exited).code).toBe(1)
    expect(server.stderr()).toContain('Millrace ended unexpectedly (SIGKILL: ')
    expect(server.stderr().trim().split('\n').at(-1)).toMatch(/ended unexpectedly 3 times before it was ready/)
  })
})

describe('a server that cannot start', () => {
  it('ends at once with a sentence when its port is in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' ? address?.port : 0
    const server = await launchTrivial({ PORT: String(port), LOG_LEVEL: 'error' })
    expect((await server.exited).code).toBe(1)
    other.close()
    expect(server.stderr().trim()).toBe(
      `Port ${port} on 127.0.0.1 is in use by process ${process.pid}; stop it, or set PORT to another port.`,
    )
  })

  it('ends at once with a sentence when a variable is wrong', async () => {
    const server = await launchTrivial({ PORT: 'abc' })
    expect((await server.exited).code).toBe(1)
    expect(server.stderr().trim()).toBe('PORT must be a whole number from 0 to 65535, but is "abc".')
  })

  it('is tried again when it was ready before, because what it lacks may come back', async () => {
    const server = await launchTrivial({ PORT: String(await freePort()) })
    const { port } = new URL(await server.url)
    killAll([serverOf(server)])
    await expect.poll(() => server.stderr()).toContain('starts again in 1 s')
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(Number(port), '127.0.0.1', resolve))
    await expect.poll(() => server.stderr(), { timeout: 30_000 }).toContain(`Port ${port} on 127.0.0.1 is in use`)
    expect(server.child.exitCode).toBe(null)
    other.close()
    await expect.poll(() => readyTimes(server), { timeout: 30_000 }).toBe(2)
  })
})

it('a command that is no server ends as it was ended', async () => {
  const server = await launchSupervised(['-e', 'process.kill(process.pid, "SIGKILL")'], {})
  expect((await server.exited).code).toBe(1)
  expect(server.stderr()).toBe('')
})

it('is alive while it starts, so that nobody ends it for a long migration, and not ready', async () => {
  const port = await freePort()
  const server = await launchTrivial({ PORT: String(port) })
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then(({ status }) => status)
  await expect.poll(() => ask('/healthz').catch(() => 0), { timeout: 20_000, interval: 5 }).not.toBe(0)
  expect([await ask('/readyz'), await ask('/healthz')]).toEqual([503, 200])
  expect(server.stdout()).not.toContain('is ready')
  await server.url
})
