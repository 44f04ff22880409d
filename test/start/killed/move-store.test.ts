import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { afterEach, expect, it } from 'vitest'

import { type RunningPostgres, startPostgres } from '../../support/postgres/start-postgres.ts'
import { run } from '../../support/run-sql.ts'
import { firstOf } from '../../support/samples.ts'
import { enter, millrace, start } from '../installation.ts'
import { cleanUp, type Launched, temporaryFolder } from '../launch.ts'
import { contentOf, LONG, pointsOf, runKilled } from './run-killed.ts'

let outside: RunningPostgres | undefined
afterEach(async () => {
  await cleanUp()
  await outside?.stop()
})

async function stopped(server: Launched): Promise<void> {
  server.child.kill('SIGINT')
  await server.exited
}

/** Those of the first are among those of the second, of which `npm run test:full` takes some. */
const POINTS = [
  ['write or message', { KILL_MESSAGES: 'yes' }, { tries: 1, everyInFull: 21 }],
  ['write', {}, { tries: 1 }],
] as const
it.each(firstOf(POINTS))(
  'a move of the store that is killed at any %s is repeated, and one of both stores starts',
  { timeout: LONG },
  async (_, messages, sample) => {
    outside = await startPostgres()
    const { url } = outside
    const original = await temporaryFolder()
    const server = start(original)
    const call = await enter(await server.url, 'signUp')
    await call('POST', '/v1/organizations', { name: 'Acme' })
    await stopped(server)

    let count = 0
    const installation = async () => {
      count += 1
      await run(url, `create database moved_${count}`)
      const folder = await temporaryFolder('moved')
      execFileSync('cp', ['--archive', `${original}/.`, folder])
      return { folder, env: { DATABASE_URL: url.replace(/\/[^/]*$/, `/moved_${count}`) } }
    }
    const undisturbed = await installation()
    const killed = { env: { ...undisturbed.env, ...messages } }
    const points = await pointsOf(sample, undisturbed.folder, ['move-store'], killed)
    expect(points.length).toBeGreaterThan(0)
    for (const at of points) {
      const { folder, env } = await installation()
      await runKilled(folder, ['move-store'], { at, env: { ...env, ...messages } })
      const again = await millrace(folder, ['move-store'], env)
      if (again.code !== 0) expect(again.err).toContain('was moved into another Postgres')
      expect(contentOf(folder), `killed at ${at}`).toEqual(contentOf(undisturbed.folder))
      expect(await start(folder).exited).toMatchObject({ code: 1 })
      const there = start(folder, env)
      const after = await enter(await there.url, 'signInWithPassword')
      expect(await after('GET', '/v1/organizations')).toMatchObject([{ name: 'Acme' }])
      await stopped(there)
      await run(url, `drop database moved_${count}`)
      await rm(folder, { recursive: true })
    }
  },
)
