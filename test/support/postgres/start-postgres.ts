import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { isInMemory, makeScratchFolder } from '../scratch-folder.ts'
import { type Certificate, makeCertificate } from './certificate.ts'
import { copyAsStandby } from './copy-as-standby.ts'
import { type FirstDatabase, makeDataFolder } from './make-data-folder.ts'
import { namedPostgres, type PostgresVersion, postgresBinaries, unprivileged } from './postgres-binaries.ts'

export interface PostgresOptions {
  /** Default: the newest of npm, unless somebody names another. */
  readonly version?: PostgresVersion
  /** Off, a fresh self-signed certificate for `localhost` and 127.0.0.1, or one of your own. Default: off. */
  readonly ssl?: 'off' | 'self-signed' | Certificate
  /** PEM: clients with a certificate of this authority are known by it. */
  readonly clientAuthority?: string
  /** Keeps fsync and full-page writes on, as a real server has them; tests are faster without. */
  readonly durable?: boolean
  /** Of the process of the server, beside those of this one. */
  readonly env?: NodeJS.ProcessEnv
  /** `postgresql.conf` settings. */
  readonly settings?: Readonly<Record<string, string>>
  /** A running server with `wal_level` replica or more, of which this one is a standby that streams. */
  readonly standbyOf?: RunningPostgres
  /** Beside `postgres`; it costs less here than when it is made later. */
  readonly first?: FirstDatabase
  /** Lines put before the default `pg_hba.conf` (password over loopback). */
  readonly hba?: readonly string[]
}

export interface RunningPostgres {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  readonly url: string
  /** As the server says it: `15.20 (Debian 15.20-0+deb12u1)`. */
  readonly version: string
  /** What `CREATE DATABASE` is told for the least cost: its log is more work than its files, but not on a disk. Older versions have no choice. */
  readonly strategy: 'STRATEGY FILE_COPY' | 'STRATEGY WAL_LOG' | ''
  /** Of the process that the server is a child of. */
  readonly processId: number
  /** Stops the server at once and removes its data. The server also stops when this process ends, however it ends. */
  stop(): Promise<void>
}

/** Starts a real Postgres of its own on a free loopback port, with its data in a temporary folder; in memory unless it is durable. */
export async function startPostgres(options: PostgresOptions = {}): Promise<RunningPostgres> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(options)
    } catch (error) {
      // Between finding a free port and binding it another process may have taken it.
      if (attempt === 3 || !String(error).includes('Address already in use')) throw error
    }
  }
}

const password = 'sw0rdfish'

/** Nobody needs the rows of a test after a crash of its server: half the work of a new database is to log it. */
const UNSAFE = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

async function start({
  version = namedPostgres ?? 18,
  ssl = 'off',
  clientAuthority,
  durable = false,
  env = {},
  settings = {},
  standbyOf,
  first,
  hba = [],
}: PostgresOptions): Promise<RunningPostgres> {
  const folder = durable ? mkdtempSync(join(tmpdir(), 'millrace-postgres-')) : makeScratchFolder('postgres')
  const data = join(folder, 'data')
  const log = join(folder, 'log')
  if (unprivileged) chownSync(folder, unprivileged.uid, unprivileged.gid)
  const binaries = await postgresBinaries(version, folder)
  if (standbyOf) await copyAsStandby(standbyOf, data)
  else makeDataFolder(data, { binaries, password, first })

  if (hba.length > 0) {
    const file = join(data, 'pg_hba.conf')
    writeFileSync(file, `${hba.join('\n')}\n${readFileSync(file, 'utf8')}`)
  }
  const port = await freePort()
  const flags = Object.entries({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    ...(durable ? {} : UNSAFE),
    ...(ssl === 'off' ? {} : certificateFiles(folder, ssl, clientAuthority)),
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

  const output = openSync(log, 'a')
  // The shell outlives this process just long enough to see its standard input close, and then takes the server down with it.
  const guard = spawn(
    '/bin/sh',
    [
      '-c',
      '"$@" </dev/null & server=$!; cat >/dev/null; kill -QUIT $server; wait $server; rm -rf "$0"',
      folder,
      join(binaries.folder, 'postgres'),
      '-D',
      data,
      ...flags,
    ],
    {
      ...unprivileged,
      cwd: folder,
      env: { ...binaries.env, ...env },
      stdio: ['pipe', output, output],
      detached: true,
    },
  )
  closeSync(output)
  guard.unref()
  const exited = once(guard, 'exit')
  const stop = async () => {
    guard.ref()
    guard.stdin?.destroy()
    await exited
    rmSync(folder, { recursive: true, force: true })
  }

  const address = {
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
  }
  try {
    await accepting(() => readFileSync(log, 'utf8'))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    ...address,
    strategy:
      Number.parseInt(binaries.version, 10) < 15 ? '' : `STRATEGY ${isInMemory(folder) ? 'FILE_COPY' : 'WAL_LOG'}`,
    version: binaries.version,
    url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    processId: guard.pid ?? 0,
    stop,
  }
}

function certificateFiles(
  folder: string,
  ssl: 'self-signed' | Certificate,
  clientAuthority: string | undefined,
): Record<string, string> {
  const { certificate, key } =
    ssl === 'self-signed' ? makeCertificate({ commonName: 'localhost', names: ['localhost', '127.0.0.1'] }) : ssl
  const texts = {
    ssl_cert_file: certificate,
    ssl_key_file: key,
    ...(clientAuthority !== undefined && { ssl_ca_file: clientAuthority }),
  }
  const files = Object.entries(texts).map(([name, text]) => {
    const file = join(folder, `${name}.pem`)
    writeFileSync(file, text, { mode: 0o600 })
    if (unprivileged) chownSync(file, unprivileged.uid, unprivileged.gid)
    return [name, file] as const
  })
  return { ssl: 'on', ...Object.fromEntries(files) }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function accepting(log: () => string): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 20) {
    if (/database system is ready to accept (read-only )?connections/.test(log())) return
    if (/FATAL|could not create any TCP/.test(log())) break
    await sleep(20)
  }
  throw new Error(`Postgres did not start:\n${log()}`)
}
