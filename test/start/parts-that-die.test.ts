import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'

import { expectWhole, type HeldRun, holdRun } from './held-run.ts'
import { enter, signIn, start } from './installation.ts'
import { cleanUp, family, killAll, type Launched, living, temporaryFolder } from './launch.ts'
import { freePort, launchSupervised, readyTimes, serverOf } from './launch-supervised.ts'

let held: HeldRun | undefined
afterEach(async () => {
  await cleanUp()
  await held?.stop()
  held = undefined
})

/** The command of each process there is: one that is asked for by itself may have ended meanwhile. */
const commands = () =>
  new Map(
    execFileSync('ps', ['-axo', 'pid=,args='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => [Number.parseInt(line, 10), line] as const),
  )

const ofServer = ({ child }: Launched, command: RegExp) => {
  const running = commands()
  return living(family(child.pid ?? 0)).filter((pid) => command.test(running.get(pid) ?? ''))
}

/** The database server itself, without the processes that it has started. */
const postmasterOf = (server: Launched) => ofServer(server, /bin\/postgres -D/)[0] ?? 0

const ask = async (url: string, path: string) => {
  const answer = await fetch(url + path)
  return { status: answer.status, body: (await answer.json()) as { status?: string; code?: string; message?: string } }
}

it('a server that is killed in the middle of a run is back at its address, with its sessions, and finishes the run', async () => {
  const server = await launchSupervised([join('src', 'server', 'millrace.ts'), 'start'], {
    PORT: String(await freePort()),
  })
  const url = await server.url
  const call = await enter(url, 'signUp')
  held = await holdRun(call)
  const { base, going } = held
  const headers = await signIn(url, 'signInWithPassword')
  const watch = () => fetch(`${url}${base}/runs/${going}/events`, { headers })
  const watching = await watch()
  expect(watching.status).toBe(200)

  const ofTheDead = family(serverOf(server))
  killAll([serverOf(server)])
  await expect(watching.text()).rejects.toThrow()
  await expect.poll(() => readyTimes(server), { timeout: 60_000 }).toBe(2)
  await expect.poll(() => living(ofTheDead), { timeout: 5_000 }).toEqual([])
  // With the token and at the address of before.
  const again = await watch()
  expect(again.status).toBe(200)
  await again.body?.cancel()
  await held.release()
  await expectWhole(held, call)
  expect(await ask(url, '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })

  killAll([serverOf(server)])
  await expect.poll(() => readyTimes(server), { timeout: 60_000 }).toBe(3)
  expect(await ask(url, '/readyz')).toEqual({
    status: 200,
    body: {
      status: 'degraded',
      message: expect.stringMatching(/^Millrace has ended unexpectedly 2 times in the last ten minutes.*SIGKILL/),
    },
  })
})

it('the embedded Postgres is killed in the middle of a run: it starts again, the run ends, and /readyz says so', async () => {
  const server = start(await temporaryFolder())
  const url = await server.url
  const call = await enter(url, 'signUp')
  held = await holdRun(call)
  for (const times of [1, 2]) {
    killAll([postmasterOf(server)])
    await expect
      .poll(() => ask(url, '/readyz'), { timeout: 20_000, interval: 20 })
      .toMatchObject({
        status: 503,
        body: { code: 'NOT_READY', message: expect.stringContaining('Postgres has ended unexpectedly (SIGKILL)') },
      })
    expect((await ask(url, '/healthz')).status).toBe(200)
    await expect.poll(() => ask(url, '/readyz'), { timeout: 30_000 }).toMatchObject({ status: 200 })
    const isBack = () => server.stderr().match(/Postgres is running again/g)?.length
    expect(isBack()).toBe(times)
  }
  expect((await ask(url, '/readyz')).body).toMatchObject({
    status: 'degraded',
    message: 'Postgres has ended unexpectedly 2 times in the last ten minutes, the last time by SIGKILL.',
  })
  await held.release()
  await expectWhole(held, call)
})

it('the embedded Postgres is back soon when somebody has asked it alone to stop', async () => {
  const server = start(await temporaryFolder())
  const url = await server.url
  const call = await enter(url, 'signUp')
  const stopped = postmasterOf(server)
  // It would wait for the sessions to end, of which ours never do, and refuse each new one.
  killAll([stopped], 'SIGTERM')
  await expect.poll(() => server.stderr(), { timeout: 15_000 }).toContain('Postgres is running again')
  expect(postmasterOf(server)).not.toBe(stopped)
  await expect.poll(() => call('GET', '/v1/organizations').catch(() => undefined), { timeout: 10_000 }).toEqual([])
})

it('whatever is killed first, the database ends with the server', async () => {
  const server = start(await temporaryFolder())
  await server.url
  const guardOf = () => ofServer(server, /postgres-guard/)
  const [guard = 0] = guardOf()
  killAll([guard])
  await expect.poll(() => guardOf(), { timeout: 5_000 }).not.toEqual([])
  expect(guardOf()).not.toEqual([guard])
  const pids = family(server.child.pid ?? 0)
  server.child.kill('SIGKILL')
  await expect.poll(() => living(pids), { timeout: 5_000 }).toEqual([])
})

it('a database that does not answer makes /readyz say so within seconds, and its end of silence too', async () => {
  const server = start(await temporaryFolder())
  const url = await server.url
  const silent = family(postmasterOf(server))
  killAll(silent, 'SIGSTOP')
  const begun = Date.now()
  expect(await ask(url, '/readyz')).toEqual({
    status: 503,
    body: { code: 'NOT_READY', message: 'The database does not answer.' },
  })
  expect(Date.now() - begun).toBeLessThan(8_000)
  expect((await ask(url, '/healthz')).status).toBe(200)
  killAll(silent, 'SIGCONT')
  await expect.poll(() => ask(url, '/readyz'), { timeout: 20_000 }).toMatchObject({ status: 200 })
})
