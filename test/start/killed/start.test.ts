import { rm } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'

import { enter, start } from '../installation.ts'
import { cleanUp, type Launched, temporaryFolder } from '../launch.ts'
import { contentOf, LONG, pointsOf, runKilled } from './run-killed.ts'

afterEach(cleanUp)

async function stopped(server: Launched): Promise<void> {
  server.child.kill('SIGINT')
  expect((await server.exited).code).toBe(0)
}

describe('a start that is killed at any write', () => {
  it('in an empty place is repeated, and leaves nothing else behind', { timeout: LONG }, async () => {
    const undisturbed = await temporaryFolder()
    const points = await pointsOf({ tries: 4 }, undisturbed, ['start'])
    expect(points.length).toBeGreaterThan(1)
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

  it('of an installation loses nothing of it', { timeout: LONG }, async () => {
    const folder = await temporaryFolder()
    const first = start(folder)
    const call = await enter(await first.url, 'signUp')
    const { id } = await call('POST', '/v1/organizations', { name: 'Acme' })
    await stopped(first)
    const content = contentOf(folder)
    for (const at of await pointsOf({ tries: 4 }, folder, ['start'])) await runKilled(folder, ['start'], { at })
    const last = start(folder)
    const after = await enter(await last.url, 'signInWithPassword')
    expect(await after('GET', '/v1/organizations')).toMatchObject([{ id, name: 'Acme' }])
    await stopped(last)
    expect(contentOf(folder)).toEqual(content)
  })
})
