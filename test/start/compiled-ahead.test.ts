import { execFileSync } from 'node:child_process'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { NODE_PROCESS } from '../../src/bootstrap/process-flags.mjs'
import { cleanUp, launch, ROOT, temporaryFolder, WITHOUT_LOCAL_ACCOUNTS } from './launch.ts'

/** What comes before every start. */
const PREPARE = `await (await import('./src/bootstrap/compile-server.mjs')).compileServer()`

/** Loads the code of each connector as its first use does. */
const USE_EVERY_CONNECTOR = `
  const { CONNECTORS } = await import('./src/engine/connectors/registry.ts')
  const { openDuckdb } = await import('./src/engine/transform/duckdb/open-duckdb.ts')
  const used = Object.values(CONNECTORS).map((connector) => connector.test({}, {}).catch(() => {}))
  console.log((await Promise.all(used)).length)
  const duckdb = await openDuckdb()
  duckdb.close()
`

/** @returns what a script prints that finds, and leaves, what was compiled in this folder */
function run(script: string, cache: string): string {
  const args = [...NODE_PROCESS.flags, '--input-type=module', '--eval', script]
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: cache }
  return execFileSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' })
}

let cache: string
beforeAll(async () => {
  cache = await temporaryFolder()
  run(PREPARE, cache)
})
afterAll(cleanUp)

it('leaves a server nothing to compile: neither to start, nor to move rows', async () => {
  const compiled = async () => (await readdir(cache, { recursive: true })).sort()
  const ahead = await compiled()
  expect(ahead.length).toBeGreaterThan(400)

  const start = async (command: string) =>
    launch(await temporaryFolder(), {
      args: [...NODE_PROCESS.flags, join('src', 'server', 'millrace.ts'), command],
      env: { ...WITHOUT_LOCAL_ACCOUNTS, NODE_COMPILE_CACHE: cache },
    })
  const server = await start('start')
  await server.url
  server.child.kill()
  await server.exited
  // These find no database, and say so, when all their code is there.
  for (const command of ['api', 'worker']) expect((await (await start(command)).exited).code).toBe(1)
  expect(Number(run(USE_EVERY_CONNECTOR, cache))).toBe(7)
  expect(await compiled()).toEqual(ahead)
})

it('is done once for the same sources, and again for others', async () => {
  const stamp = join(cache, '.compiled-from')
  const [{ mtimeMs }, sources] = [await stat(stamp), await readFile(stamp, 'utf8')]
  run(PREPARE, cache)
  expect((await stat(stamp)).mtimeMs).toBe(mtimeMs)

  await writeFile(stamp, 'others')
  run(PREPARE, cache)
  expect(await readFile(stamp, 'utf8')).toBe(sources)
})

it('keeps nobody from starting where nothing can be kept', async () => {
  const occupied = join(await temporaryFolder(), 'occupied')
  await writeFile(occupied, '')
  expect(run(PREPARE, occupied)).toBe('')
})
