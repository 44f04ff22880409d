import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { writeDurably } from '../../host/durable-file.ts'
import { program } from './postgres-binaries.ts'
import { nameFromInside, type PostgresHome } from './postgres-home.ts'

export const SUPERUSER = 'millrace'
export const DATABASE = 'millrace'

/** One per line, for single-user mode. The roles of the sample data must not be able to connect to these databases. */
const FIRST_STATEMENTS = [
  `create database ${DATABASE};`,
  ...[DATABASE, 'postgres', 'template1'].map((name) => `revoke all on database ${name} from public;`),
  '',
]

export interface Cluster {
  /** Postgres's data directory. */
  readonly folder: string
  readonly password: string
}

/**
 * Opens the database cluster of the home, and creates it at the first start. An interrupted creation leaves nothing
 * that the next start would use as a cluster. Rejects with the output of the failed program.
 */
export async function openCluster(home: PostgresHome, signal: AbortSignal | undefined): Promise<Cluster> {
  const folder = join(home.folder, 'cluster')
  const passwordFile = join(home.folder, 'password')
  if (existsSync(folder)) {
    await writeAccess(folder)
    return { folder, password: await readFile(passwordFile, 'utf8') }
  }

  await removeDrafts(home)
  // Its own name: an initdb that outlived a killed start removes its folder when it fails, and would take this one.
  const draft = `${folder}.new-${randomBytes(4).toString('hex')}`
  const password = randomBytes(24).toString('base64url')
  await writeDurably(passwordFile, password)
  if (home.owner) await chown(passwordFile, home.owner.uid, home.owner.gid)

  await mkdir(draft, { mode: 0o700 })
  if (home.owner) await chown(draft, home.owner.uid, home.owner.gid)
  const inside = nameFromInside(home, draft)

  try {
    await run(home, draft, signal, 'initdb', [
      `--pgdata=${inside}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${inside}/../password`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ])
    await run(home, draft, signal, 'postgres', ['--single', '-D', inside, 'postgres'], FIRST_STATEMENTS.join('\n'))
    await writeAccess(draft)
    await rename(draft, folder)
  } finally {
    await removeDrafts(home)
  }
  return { folder, password }
}

/** By password, and to databases only: nobody copies the whole server, which a role that reads the log of one database could do otherwise. */
const writeAccess = (folder: string): Promise<void> =>
  writeFile(join(folder, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')

/** Of this creation, if it failed, and of those that were killed; the programs of the latter end without their folder. */
async function removeDrafts(home: PostgresHome): Promise<void> {
  for (const name of await readdir(home.folder))
    if (name.startsWith('cluster.new'))
      await rm(join(home.folder, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

async function run(
  home: PostgresHome,
  cwd: string,
  signal: AbortSignal | undefined,
  name: 'initdb' | 'postgres',
  args: string[],
  input = '',
): Promise<void> {
  const child = spawn(program(home.binaries, name), args, {
    cwd,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'pipe'],
    signal,
    ...home.owner,
  })
  const exited = Promise.withResolvers<number | null>()
  child.once('error', exited.reject)
  child.once('close', exited.resolve)
  // A program that failed immediately has already closed its input; its own message is more useful than EPIPE.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [complaint, code] = await Promise.all([text(child.stderr), exited.promise])
  if (code !== 0) throw new Error(`${name} failed: ${complaint.trim()}`)
}
