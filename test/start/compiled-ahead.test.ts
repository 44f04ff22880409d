import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

import { SMALL_PROCESS } from '../../src/bootstrap/small-process.mjs'
import { cleanUp, launch, ROOT, temporaryFolder, WITHOUT_EMULATOR } from './launch.ts'

/** Loads the code of each connector as its first use does. */
const USE_EVERY_CONNECTOR = `
  const { CONNECTORS } = await import('./src/server/connectors/registry.ts')
  const { openDuckdb } = await import('./src/server/duckdb/open-duckdb.ts')
  const used = Object.values(CONNECTORS).map((connector) => connector.test({}, {}).catch(() => {}))
  console.log((await Promise.all(used)).length)
  const duckdb = await openDuckdb()
  duckdb.close()
`

const run = (env: NodeJS.ProcessEnv, ...args: readonly string[]) =>
  execFileSync(process.execPath, [...SMALL_PROCESS.flags, ...args], { cwd: ROOT, env, encoding: 'utf8' })

afterAll(cleanUp)

it('leaves a server nothing to compile: neither to start, nor to move rows', async () => {
  const cache = await temporaryFolder()
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: cache }
  const compiled = async () => (await readdir(cache, { recursive: true })).sort()

  run(env, 'src/server/compile-ahead.ts')
  const ahead = await compiled()
  expect(ahead.length).toBeGreaterThan(400)

  const start = async (program: string) =>
    launch(await temporaryFolder(), {
      args: [...SMALL_PROCESS.flags, join('src', 'server', program)],
      env: { ...WITHOUT_EMULATOR, NODE_COMPILE_CACHE: cache },
    })
  const server = await start('main.ts')
  await server.url
  server.child.kill()
  await server.exited
  // These find no database, and say so, when all their code is there.
  for (const program of ['api.ts', 'worker.ts']) expect((await (await start(program)).exited).code).toBe(1)
  expect(await compiled()).toEqual(ahead)

  expect(Number(run(env, '--input-type=module', '--eval', USE_EVERY_CONNECTOR))).toBe(7)
  const itself = 1
  expect(await compiled()).toHaveLength(ahead.length + itself)
})
