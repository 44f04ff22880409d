import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Certificate, makeCertificate } from '../postgres/certificate.ts'
import { unprivileged } from '../postgres/postgres-binaries.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { makeDataFolder } from './make-data-folder.ts'
import { type MariadbBinaries, mariadbBinaries } from './mariadb-binaries.ts'
import { isMysql, isOlderMysql } from './mysql-server.ts'

export interface MariadbOptions {
  /** Off, a fresh self-signed certificate, or one of your own. Default: off. */
  readonly tls?: 'off' | 'self-signed' | Certificate
  /** PEM: clients with a certificate of this authority are known by it. */
  readonly clientAuthority?: string
  /** Keeps the flush at every commit, as a real server has it; tests are faster without. */
  readonly durable?: boolean
  /** Variables of the server, as its command line spells them: `{ 'local-infile': '0' }`. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface RunningMariadb {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  /** Empty, and there from the start. */
  readonly database: string
  readonly binaries: MariadbBinaries
  /** Of the process that the server is a child of. */
  readonly processId: number
  /** Stops the server at once and removes its data. The server also stops when this process ends, however it ends. */
  stop(): Promise<void>
}

/** Starts a real MariaDB of its own, or the MySQL that somebody names, on a free loopback port, with its data in a temporary folder. */
export async function startMariadb(options: MariadbOptions = {}): Promise<RunningMariadb> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(options)
    } catch (error) {
      // Between finding a free port and binding it another process may have taken it.
      if (attempt === 3 || !String(error).includes('Address already in use')) throw error
    }
  }
}

const user = 'millrace'
const password = 'sw0rdfish'
const database = 'shop'

/** `root` exists for nobody outside: the account of the tests may do everything. */
const ACCOUNTS = [
  `CREATE DATABASE ${database} CHARACTER SET utf8mb4`,
  `CREATE USER ${user}@'%' IDENTIFIED BY '${password}'`,
  `GRANT ALL ON *.* TO ${user}@'%' WITH GRANT OPTION`,
]
  .map((statement) => `${statement};\n`)
  .join('')

async function start({
  tls = 'off',
  clientAuthority,
  durable = false,
  settings = {},
}: MariadbOptions): Promise<RunningMariadb> {
  const folder = durable ? mkdtempSync(join(tmpdir(), 'millrace-mariadb-')) : makeScratchFolder('mariadb')
  const data = join(folder, 'data')
  const log = join(folder, 'log')
  const init = join(folder, 'init.sql')
  writeFileSync(init, ACCOUNTS)
  if (unprivileged) for (const path of [folder, init]) chownSync(path, unprivileged.uid, unprivileged.gid)
  const binaries = mariadbBinaries(folder)
  const { server, share, env } = binaries
  const flags = [
    '--no-defaults',
    `--datadir=${data}`,
    // A server that starts removes what others have left in a shared folder, and takes what they use.
    `--tmpdir=${folder}`,
    ...(share === undefined ? mysqlFlags(folder, durable) : mariadbFlags(share, durable)),
    ...(durable ? ['--innodb-buffer-pool-size=1G'] : ['--innodb-flush-log-at-trx-commit=0']),
  ]
  makeDataFolder(data, binaries, flags)

  const port = await freePort()
  const output = openSync(log, 'a')
  // The shell outlives this process just long enough to see its standard input close, and then takes the server down with it.
  const guard = spawn(
    '/bin/sh',
    [
      '-c',
      '"$@" </dev/null & server=$!; cat >/dev/null; kill -KILL $server; wait $server; rm -rf "$0"',
      folder,
      server,
      ...flags,
      `--init-file=${init}`,
      '--bind-address=127.0.0.1',
      `--port=${port}`,
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      '--skip-name-resolve',
      ...(tls === 'off' ? WITHOUT_TLS : certificateFlags(folder, tls, clientAuthority)),
      ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
    ],
    { ...unprivileged, cwd: folder, env, stdio: ['pipe', output, output], detached: true },
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
  try {
    await accepting(() => readFileSync(log, 'utf8'))
  } catch (error) {
    await stop()
    throw error
  }
  return { host: '127.0.0.1', port, user, password, database, binaries, processId: guard.pid ?? 0, stop }
}

const mariadbFlags = (share: string, durable: boolean): readonly string[] => [
  `--lc-messages-dir=${share}`,
  `--character-sets-dir=${join(share, 'charsets')}`,
  `--innodb-log-file-size=${durable ? '1G' : '32M'}`,
]

/**
 * MySQL has on what MariaDB lacks or has off (a second port, a folder for files, a binary log), and off what MariaDB has on. A version without a flag
 * overlooks it if it is loose.
 */
const mysqlFlags = (folder: string, durable: boolean): readonly string[] => [
  '--loose-mysqlx=OFF',
  `--secure-file-priv=${folder}`,
  `--loose-innodb-redo-log-capacity=${durable ? '1G' : '32M'}`,
  ...(durable ? [] : ['--sync-binlog=0']),
  '--local-infile=1',
]

/** MySQL makes a certificate for itself unless it is told to use none; the flag that says so is a younger one since 8.4. */
const WITHOUT_TLS = !isMysql ? [] : isOlderMysql(8, 4) ? ['--skip-ssl'] : ['--tls-version=']

function certificateFlags(
  folder: string,
  tls: 'self-signed' | Certificate,
  clientAuthority: string | undefined,
): readonly string[] {
  const { certificate, key } =
    tls === 'self-signed' ? makeCertificate({ commonName: 'localhost', names: ['localhost', '127.0.0.1'] }) : tls
  const texts = { cert: certificate, key, ...(clientAuthority !== undefined && { ca: clientAuthority }) }
  return Object.entries(texts).map(([name, text]) => {
    const file = join(folder, `server.${name}`)
    writeFileSync(file, text, { mode: 0o600 })
    if (unprivileged) chownSync(file, unprivileged.uid, unprivileged.gid)
    return `--ssl-${name}=${file}`
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function accepting(log: () => string): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 20) {
    if (log().includes('ready for connections')) return
    if (log().includes('Aborting')) break
    await sleep(20)
  }
  throw new Error(`the server did not start:\n${log()}`)
}
