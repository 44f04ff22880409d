import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

import { VERSION } from '../../src/server/host/version.ts'
import { ROOT } from '../start/launch.ts'
import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { startCommandLine } from '../support/command-line.ts'
import { makeScratchFolder } from '../support/scratch-folder.ts'
import { startApi } from '../support/start-api.ts'

/** A project that has the package, as npm installs it. */
function projectWithSdk(): string {
  const project = makeScratchFolder('sdk')
  execFileSync('npm', ['run', 'sdk', '--', project], { cwd: ROOT, encoding: 'utf8' })
  const installed = join(project, 'node_modules', '@millrace', 'sdk')
  mkdirSync(installed, { recursive: true })
  const archive = join(project, `millrace-sdk-${VERSION}.tgz`)
  execFileSync('tar', ['-xzf', archive, '-C', installed, '--strip-components=1'])
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    const link = join(project, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), link)
  }
  const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'es2024', types: ['node'] }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['example.ts'] }))
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }))
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(installed, 'README.md'), 'utf8')) ?? []
  writeFileSync(join(project, 'example.ts'), example)
  return project
}

it('the SDK is a package whose example compiles without a cast, and starts a flow', { timeout: 180_000 }, async () => {
  const project = projectWithSdk()
  execFileSync(process.execPath, [join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc'), '-p', project])

  const api = await startApi({ takesRuns: false })
  const base = `/v1/organizations/${await api.organizationOf('ada')}`
  const id = await addPostgresConnection(api, 'ada', base, 'postgres')
  const ends = { source_connection: { id }, destination_connection: { id } }
  await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends })
  const { environment, stop } = await startCommandLine(api, base, 'runner')
  try {
    const env = { ...process.env, ...environment }
    const program = spawn(process.execPath, ['example.ts'], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [printed, complained] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'exit')])
    expect({ printed, complained }).toEqual({
      printed: expect.stringMatching(/^started [\da-f-]{36}\n$/),
      complained: '',
    })
  } finally {
    await stop()
    await api.stop()
  }
})
