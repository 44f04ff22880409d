import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../node_modules/.cache/millrace/go', import.meta.url))

/** The program on the PATH, else built from its Go module beside the other caches, and never installed. @param module with its version */
export function goProgram(name: string, module: string): string {
  const onPath = spawnSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
  if (onPath.status === 0) return onPath.stdout.trim()
  const program = join(cache, name)
  if (existsSync(program)) return program
  const env = { ...process.env, GOBIN: cache, PATH: `${process.env['PATH']}:/usr/local/go/bin` }
  const built = spawnSync('go', ['install', module], { encoding: 'utf8', env })
  if (built.status === 0) return program
  throw new Error(`This test needs ${name}: install it, or Go to build it. (${built.error?.message ?? built.stderr})`)
}
