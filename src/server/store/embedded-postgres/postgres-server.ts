import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

import type { Log } from '../../host/log.ts'
import type { LaunchedProcess } from '../../host/supervised-process.ts'
import { program } from './postgres-binaries.ts'
import { nameFromInside, type PostgresHome } from './postgres-home.ts'

/**
 * The log has rows, so that the sample shop can be mirrored; what a mirror makes it keep is limited, because the store is on the same disk.
 * No Unix socket: its path has a length limit that data folders exceed.
 * Memory: a store is small, what it reads again is in the system's own cache, and no process waits for input and output of others.
 */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'wal_level=logical',
  'max_wal_senders=10',
  'max_slot_wal_keep_size=1GB',
  'max_logical_replication_workers=0',
  'io_method=sync',
  'shared_buffers=64MB',
  'max_wal_size=2GB',
  'timezone=UTC',
  'log_timezone=UTC',
]

const FAST_SHUTDOWN_MS = 3_000

/** Launches the server on the cluster. If it ends before it is ready, `ready` rejects with its last output. */
export function launchPostgres(home: PostgresHome, cluster: string, port: number, log: Log): LaunchedProcess {
  const child = spawn(
    program(home.binaries, 'postgres'),
    ['-D', nameFromInside(home, cluster), '-p', String(port), ...SETTINGS.flatMap((setting) => ['-c', setting])],
    {
      cwd: cluster,
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
      // A separate process group: Ctrl-C in the terminal reaches only us, and we stop the server after all its users.
      detached: true,
      ...home.owner,
    },
  )
  const gone = Promise.withResolvers<string>()
  child.once('error', (error) => gone.resolve(error.message))
  child.once('close', (code, signal) => gone.resolve(signal ?? `exit code ${code}`))
  const endGuard = keepGuard(child)
  void gone.promise.then(endGuard)

  const ready = Promise.withResolvers<void>()
  const lastWords: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    log.debug('postgres', { line })
    // It would wait for sessions that never end, and refuse new ones meanwhile; after a fast end it starts again.
    if (line.includes('received smart shutdown request')) child.kill('SIGINT')
    lastWords.push(line)
    if (lastWords.length > 20) lastWords.shift()
    if (line.includes('database system is ready to accept connections')) ready.resolve()
  })
  void gone.promise.then((reason) => ready.reject(new Error(`Postgres ended (${reason}): ${lastWords.join('\n')}`)))

  return {
    ready: ready.promise,
    exited: gone.promise,
    kill: () => void child.kill('SIGQUIT'),
    async stop() {
      child.kill('SIGINT')
      await Promise.race([gone.promise, delay(FAST_SHUTDOWN_MS, undefined, { ref: false })])
      child.kill('SIGQUIT')
      await gone.promise
    },
  }
}

const GUARD_PAUSE_MS = 200

/** Keeps a guard beside the server, and another one when that is killed. @returns what ends it */
function keepGuard(server: ChildProcess): () => void {
  let guard = spawnGuard(server)
  let isOver = false
  const watch = () =>
    guard?.once('exit', (_, signal) => {
      if (isOver || signal === null) return
      setTimeout(() => {
        if (isOver) return
        guard = spawnGuard(server)
        watch()
      }, GUARD_PAUSE_MS)
    })
  watch()
  return () => {
    isOver = true
    guard?.kill('SIGKILL')
  }
}

/** Waits for the end of its input, which means the end of our process in any way, and then stops the server cleanly. */
function spawnGuard({ pid }: ChildProcess): ChildProcess | undefined {
  if (process.platform === 'win32' || pid === undefined) return undefined
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'postgres-guard', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.on('error', () => {})
  return guard
}
