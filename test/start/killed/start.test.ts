import { rm } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'

import { pickSome } from '../../faults/pick.ts'
import { SEED, TRIES_ALL } from '../../support/samples.ts'
import { enter, signIn, start } from '../installation.ts'
import { cleanUp, type Launched, temporaryFolder } from '../launch.ts'
import { contentOf, LONG, pointsOf, runKilled } from './run-killed.ts'

afterEach(cleanUp)

async function stopped(server: Launched): Promise<void> {
  server.child.kill('SIGINT')
  expect((await server.exited).code).toBe(0)
}

const signsUp = (url: string): Promise<boolean> =>
  signIn(url, 'signUp').then(
    () => true,
    () => false,
  )

/** Of a first start, of which several things happen side by side. */
const MOMENTS = [
  'link lock before',
  'link lock after',
  'writeFile master-key.new half',
  'rename master-key.new after',
  'writeFile password.new half',
  'rename password.new after',
  'initdb begun',
  'initdb working',
  'initdb ended',
  'postgres --single begun',
  'rename cluster.new before',
  'rename cluster.new after',
  'writeFile postgres-port.new half',
  'postgres begun',
  // In the middle of the migrations.
  'postgres working',
  'writeFile identity-key.pem.new half',
  'writeFile local-accounts.json.new half',
  'rename local-accounts.json.new after',
] as const

describe('a start that is killed at any write', () => {
  it('in an empty place is repeated, and leaves nothing else behind', { timeout: LONG }, async () => {
    const undisturbed = await temporaryFolder()
    const points = await pointsOf({ tries: 1 }, undisturbed, ['start'])
    expect(points.length).toBeGreaterThan(0)
    const expected = new Set([...contentOf(undisturbed), 'local-accounts.json'])
    for (const at of points) {
      const folder = await temporaryFolder()
      await runKilled(folder, ['start'], { at })
      const server = start(folder)
      await enter(await server.url, 'signUp')
      await stopped(server)
      expect(new Set(contentOf(folder)), `killed at ${at}`).toEqual(expected)
      await rm(folder, { recursive: true })
    }
  })

  it('in an empty place is repeated at each moment: its lock, keys, cluster, programs, ports and first account', {
    timeout: LONG,
  }, async () => {
    const firstStart = { env: { KILL_PROGRAMS: 'yes' }, isDone: signsUp }
    const undisturbed = await temporaryFolder()
    const places = new Set(await runKilled(undisturbed, ['start'], firstStart))
    expect(MOMENTS.filter((moment) => !places.has(moment))).toEqual([])
    const expected = new Set(contentOf(undisturbed))
    const kills = MOMENTS.flatMap((at) => [false, true].map((isPowerFailure) => ({ at, isPowerFailure })))
    for (const kill of TRIES_ALL ? kills : pickSome(kills, 1, SEED)) {
      const folder = await temporaryFolder()
      expect(await runKilled(folder, ['start'], { ...firstStart, ...kill }), kill.at).toBeUndefined()
      const server = start(folder)
      await signIn(await server.url, 'signUp')
      const call = await enter(await server.url, 'signInWithPassword')
      expect(await call('GET', '/v1/organizations')).toEqual([])
      await stopped(server)
      expect(new Set(contentOf(folder)), `killed at ${kill.at}`).toEqual(expected)
      await rm(folder, { recursive: true })
    }
  })

  it('of an installation loses nothing of it', { timeout: LONG }, async () => {
    const folder = await temporaryFolder()
    const first = start(folder)
    const call = await enter(await first.url, 'signUp')
    const { id } = await call('POST', '/v1/organizations', { name: 'Acme' })
    await stopped(first)
    const content = contentOf(folder)
    for (const at of await pointsOf({ tries: 1 }, folder, ['start'])) await runKilled(folder, ['start'], { at })
    const last = start(folder)
    const after = await enter(await last.url, 'signInWithPassword')
    expect(await after('GET', '/v1/organizations')).toMatchObject([{ id, name: 'Acme' }])
    await stopped(last)
    expect(contentOf(folder)).toEqual(content)
  })
})
