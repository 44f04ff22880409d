import { readdirSync } from 'node:fs'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'

import { cleanUp, launch, ROOT, temporaryFolder, WITHOUT_LOCAL_ACCOUNTS } from './launch.ts'

afterEach(cleanUp)

async function refusal(dataDir: string, env: Record<string, string> = {}) {
  const server = launch(dataDir, { env: { ...WITHOUT_LOCAL_ACCOUNTS, LOG_LEVEL: 'error', ...env } })
  const { code, milliseconds } = await server.exited
  return { code, milliseconds, sentences: server.stderr().trim().split('\n'), stdout: server.stdout() }
}

it('names every bad variable, and touches nothing', async () => {
  const folder = join(await temporaryFolder(), 'data')
  const { code, sentences, stdout } = await refusal(folder, { PORT: 'abc', EGRESS_DENY: 'everything' })
  expect(code).toBe(1)
  expect(stdout).toBe('')
  expect(sentences).toEqual([
    'PORT must be a whole number from 0 to 65535, but is "abc".',
    expect.stringMatching(/^EGRESS_DENY must be a list of address ranges .*, but is "everything"\.$/),
  ])
})

it('names a taken port and the process that has it', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const { code, sentences } = await refusal(await temporaryFolder(), { PORT: String(port) })
  other.close()
  expect(code).toBe(1)
  expect(sentences).toEqual([
    `Port ${port} on 127.0.0.1 is in use by process ${process.pid}; stop it, or set PORT to another port.`,
  ])
})

it('names the living process that has the data folder, which goes on undisturbed', async () => {
  const folder = await temporaryFolder()
  const first = launch(folder, { env: WITHOUT_LOCAL_ACCOUNTS })
  const url = await first.url
  const { code, sentences } = await refusal(folder)
  expect(code).toBe(1)
  expect(sentences).toEqual([
    `The data folder ${folder} is in use by process ${first.child.pid}; stop that process, or set DATA_DIR to another folder.`,
  ])
  expect((await fetch(url)).status).toBe(200)
})

it('takes over a lock whose process id now belongs to a stranger', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'lock'), JSON.stringify({ pid: process.pid, beginning: 'long ago' }))
  const server = launch(folder, { env: WITHOUT_LOCAL_ACCOUNTS })
  await expect(server.url).resolves.toMatch(/^http:/)
})

it('says that the data folder cannot be written', async () => {
  // Root may write wherever there is a place to write, so it is sent where there is none.
  const folder = process.getuid?.() === 0 ? '/sys/millrace' : await temporaryFolder()
  if (process.getuid?.() !== 0) await chmod(folder, 0o500)
  const { code, sentences } = await refusal(folder)
  expect(code).toBe(1)
  expect(sentences).toEqual([
    `The data folder ${folder} cannot be written; change its permissions, or set DATA_DIR to another folder.`,
  ])
})

it('says that the data folder is no folder', async () => {
  const file = join(await temporaryFolder(), 'file')
  await writeFile(file, 'kept')
  const { code, sentences } = await refusal(file)
  expect(code).toBe(1)
  expect(sentences).toEqual([`DATA_DIR must be a folder, but ${file} is not one.`])
})

it('says that the disk is full, damages nothing, and starts when there is space again', async () => {
  const folder = await temporaryFolder()
  // Whatever is written to this device meets a full disk.
  await symlink('/dev/full', join(folder, 'master-key.new'))
  const { code, sentences } = await refusal(folder)
  expect(code).toBe(1)
  expect(sentences).toEqual([
    `The disk that holds the data folder ${folder} is full; free some space, or set DATA_DIR to another folder.`,
  ])
  expect(readdirSync(folder)).toEqual(['master-key.new'])

  await cleanUp()
  await mkdir(folder)
  await expect(launch(folder, { env: WITHOUT_LOCAL_ACCOUNTS }).url).resolves.toMatch(/^http:/)
})

it('says which Node it needs', async () => {
  const pretend = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } })"
  const start = `${pretend}; import(${JSON.stringify(join(ROOT, 'src', 'bootstrap', 'start.mjs'))})`
  const server = launch(await temporaryFolder(), { args: ['--input-type=module', '-e', start] })
  expect((await server.exited).code).toBe(1)
  expect(server.stderr().trim()).toBe('Millrace needs Node 20.19 or newer, but this is Node 20.18.3.')
})
