import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { librariesIn, unpackPackages } from '../debian-packages.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { unprivileged } from './postgres-binaries.ts'
import { freePort, type RunningPostgres } from './start-postgres.ts'

const cache = fileURLToPath(new URL('../../../node_modules/.cache/millrace/pgbouncer', import.meta.url))

export interface RunningPgbouncer {
  readonly host: string
  readonly port: number
  stop(): Promise<void>
}

/**
 * Starts PgBouncer before a server: the one on the PATH, else Debian's package, unpacked beside the other caches and never installed.
 * @param sessions how many of the server it has for each account and database
 */
export async function startPgbouncer(
  { host, port, user, password }: RunningPostgres,
  {
    mode,
    sessions,
    ignores = 'extra_float_digits,options',
  }: {
    readonly mode: 'session' | 'transaction' | 'statement'
    readonly sessions: number
    /** Parameters of a session that it takes no notice of; it refuses others that it does not know. */
    readonly ignores?: string
  },
): Promise<RunningPgbouncer> {
  const folder = makeScratchFolder('pgbouncer')
  if (unprivileged) chownSync(folder, unprivileged.uid, unprivileged.gid)
  const { program, env } = pgbouncer(folder)
  const own = await freePort()
  writeFileSync(join(folder, 'users'), `"${user}" "${password}"\n`, { mode: 0o644 })
  writeFileSync(
    join(folder, 'settings'),
    `[databases]
* = host=${host} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
default_pool_size = ${sessions}
ignore_startup_parameters = ${ignores}
`,
    { mode: 0o644 },
  )
  const started = spawn(program, [join(folder, 'settings')], { ...unprivileged, cwd: folder, env, stdio: 'pipe' })
  let log = ''
  started.stderr.on('data', (text) => {
    log += text
  })
  const exited = once(started, 'exit')
  for (let waited = 0; !log.includes('process up'); waited += 20) {
    if (waited > 10_000 || started.exitCode !== null) throw new Error(`PgBouncer did not start:\n${log}`)
    await sleep(20)
  }
  return {
    host: '127.0.0.1',
    port: own,
    async stop() {
      started.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** @param scratch gets a copy where the unprivileged user may not enter the checkout */
function pgbouncer(scratch: string): { readonly program: string; readonly env: NodeJS.ProcessEnv } {
  const onPath = spawnSync('/bin/sh', ['-c', 'PATH="$PATH:/usr/sbin" command -v pgbouncer'], { encoding: 'utf8' })
  if (onPath.status === 0) return { program: onPath.stdout.trim(), env: process.env }
  if (!existsSync(cache))
    unpackPackages(cache, {
      names: ['pgbouncer'],
      withLibraries: true,
      otherwise: 'These tests need PgBouncer: install it so that pgbouncer is on the PATH.',
    })
  const copy = join(scratch, 'pgbouncer')
  cpSync(cache, copy, { recursive: true, verbatimSymlinks: true })
  return { program: join(copy, 'usr/sbin/pgbouncer'), env: librariesIn(copy) }
}
