import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findMariadb, type InstalledMariadb, systemTablesIn } from './find-mariadb.ts'
import type { StandIn, StandInPlace } from './stand-in.ts'

const PATIENCE_MS = 30_000
const ACCOUNT = 'millrace'
const DATABASE = 'shop'

/**
 * The installed MariaDB server with a data folder of its own, which stays, on a free port that only this machine reaches.
 * @throws Error if it does not start
 */
export async function startMariadbStandIn({ folder }: StandInPlace): Promise<StandIn> {
  const installed = findMariadb()
  if (!installed) throw new Error('MariaDB is not installed')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const flags = flagsOf(installed, folder)
  makeDataFolder(installed, folder, flags)
  const [port, password] = [await freePort(), randomBytes(18).toString('base64url')]
  const [init, log] = [join(folder, 'init.sql'), join(folder, 'log')]
  // Each start has another password, which nobody has to keep.
  writeFileSync(init, accountsWith(password), { mode: 0o600 })
  writeFileSync(log, '')
  const output = openSync(log, 'a')
  const own = [`--init-file=${init}`, '--bind-address=127.0.0.1', `--port=${port}`, '--skip-name-resolve']
  // The shell sees its standard input close when this process ends, however it ends, and takes the server down with it.
  const guard = spawn(
    '/bin/sh',
    [
      '-c',
      '"$@" </dev/null & server=$!; cat >/dev/null; kill -TERM $server; wait $server',
      'mariadb',
      installed.server,
      ...flags,
      ...own,
    ],
    { stdio: ['pipe', output, output], detached: true },
  )
  closeSync(output)
  guard.unref()
  const exited = once(guard, 'exit')
  const stop = async () => {
    guard.stdin?.destroy()
    await exited
  }
  try {
    await accepting(log)
  } catch (error) {
    await stop()
    throw error
  }
  const credentials = { host: '127.0.0.1', port, user: ACCOUNT, password, database: DATABASE, sslmode: 'disable' }
  return { addresses: {}, credentials, config: {}, stop }
}

const flagsOf = ({ share }: InstalledMariadb, folder: string): readonly string[] => [
  '--no-defaults',
  // MariaDB runs as the root user only if it is told to.
  `--user=${userInfo().username}`,
  `--datadir=${join(folder, 'data')}`,
  `--lc-messages-dir=${share}`,
  `--character-sets-dir=${join(share, 'charsets')}`,
  `--socket=${join(folder, 'socket')}`,
  `--pid-file=${join(folder, 'pid')}`,
  '--innodb-log-file-size=32M',
]

/** Complete or absent: it gets its name when it is complete. */
function makeDataFolder({ server, share }: InstalledMariadb, folder: string, flags: readonly string[]): void {
  const data = join(folder, 'data')
  if (existsSync(data)) return
  const draft = join(folder, 'draft')
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft)
  const definitions = systemTablesIn(share)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const { status, stderr } = spawnSync(server, [...flags, `--datadir=${draft}`, '--bootstrap', '--log-warnings=0'], {
    encoding: 'utf8',
    input: `CREATE DATABASE mysql;\nUSE mysql;\n${definitions}`,
  })
  if (status !== 0) throw new Error(`MariaDB could not be set up: ${stderr}`)
  renameSync(draft, data)
}

const accountsWith = (password: string): string =>
  [
    `CREATE DATABASE IF NOT EXISTS ${DATABASE} CHARACTER SET utf8mb4`,
    `CREATE USER IF NOT EXISTS ${ACCOUNT}@'127.0.0.1'`,
    `ALTER USER ${ACCOUNT}@'127.0.0.1' IDENTIFIED BY '${password}'`,
    `GRANT ALL ON *.* TO ${ACCOUNT}@'127.0.0.1'`,
    `USE ${DATABASE}`,
    ...SHOP_SQL,
  ]
    .map((statement) => `${statement};\n`)
    .join('')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function accepting(log: string): Promise<void> {
  const readLog = () => readFileSync(log, 'utf8')
  for (let waited = 0; waited < PATIENCE_MS; waited += 50) {
    if (readLog().includes('ready for connections')) return
    if (readLog().includes('Aborting')) break
    await sleep(50)
  }
  throw new Error(`MariaDB did not start: ${readLog().slice(-2_000)}`)
}

/** A small shop as MySQL would keep it; one statement a line, because a file of first statements has them so. Executed at each start. */
const SHOP_SQL: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS customers (id INT PRIMARY KEY, name VARCHAR(80) NOT NULL, email VARCHAR(120), country CHAR(2) NOT NULL, joined DATE NOT NULL)',
  'CREATE TABLE IF NOT EXISTS orders (id INT PRIMARY KEY, customer_id INT NOT NULL, total DECIMAL(10,2) NOT NULL, status VARCHAR(12) NOT NULL, ordered_at DATETIME NOT NULL, KEY (customer_id))',
  `INSERT IGNORE INTO customers VALUES (1, 'Zoë Müller', 'zoe@example.com', 'DE', '2024-02-29'), (2, 'Łukasz Nowak', 'lukasz@example.com', 'PL', '2024-05-01'), (3, '佐藤 美咲', NULL, 'JP', '2025-01-15'), (4, 'Kwame Okafor', 'kwame@example.com', 'NG', '2025-03-08')`,
  `INSERT IGNORE INTO orders SELECT seq, 1 + seq % 4, ROUND(5 + seq % 97 * 1.25, 2), ELT(1 + seq % 3, 'paid', 'shipped', 'cancelled'), '2026-01-01' + INTERVAL seq HOUR FROM seq_1_to_1000`,
]
