import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { migrate } from '../../../src/server/store/database/migrate.ts'
import { type RunningPostgres, startPostgres } from '../../support/postgres/start-postgres.ts'
import { run } from '../../support/run-sql.ts'
import { makeStoreOfVersion } from '../../support/store-of-version.ts'
import { cleanUp, ROOT, temporaryFolder } from '../launch.ts'
import { LONG, pointsOf, runKilled } from './run-killed.ts'

const MIGRATE = pathToFileURL(join(ROOT, 'src/server/store/database/migrate.ts')).href
const UPGRADE = [
  '--input-type=module',
  '--eval',
  `import { migrate } from '${MIGRATE}'; await migrate(process.argv[1])`,
]

let postgres: RunningPostgres
const urlOf = (name: string) => postgres.url.replace(/\/[^/]*$/, `/${name}`)

beforeAll(async () => {
  postgres = await startPostgres()
  await run(postgres.url, 'create database earlier')
  await makeStoreOfVersion(urlOf('earlier'), '0025-audit-addresses.sql')
  await run(urlOf('earlier'), `insert into millrace.organizations (name) values ('Old')`)
})
afterAll(async () => {
  await cleanUp()
  await postgres.stop()
})

it('an upgrade that is killed at any message is as if it had never begun, or complete, and is repeated', {
  timeout: LONG,
}, async () => {
  let count = 0
  const store = async () => {
    count += 1
    await run(postgres.url, `create database upgraded_${count} template earlier`)
    return urlOf(`upgraded_${count}`)
  }
  const applied = async (url: string) =>
    (await run<{ name: string }>(url, 'select name from millrace.migrations order by name')).map(({ name }) => name)
  const folder = await temporaryFolder()
  const before = await applied(urlOf('earlier'))
  const undisturbed = await store()
  const killed = { program: UPGRADE, env: { KILL_MESSAGES: 'yes' } }
  const points = await pointsOf({ tries: 2 }, folder, [undisturbed], killed)
  expect(points.length).toBeGreaterThan(1)
  const after = await applied(undisturbed)
  for (const at of points) {
    const url = await store()
    await runKilled(folder, [url], { ...killed, at })
    expect([before, after]).toContainEqual(await applied(url))
    await migrate(url)
    expect(await applied(url)).toEqual(after)
    expect(await run(url, 'select name from millrace.organizations')).toEqual([{ name: 'Old' }])
  }
})
