import { existsSync } from 'node:fs'
import { chmod, chown, copyFile, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { Log } from '../../host/log.ts'
import { errorCode, StartFailure } from '../../host/start-failure.ts'
import { stopLeftoverServer } from './leftover-server.ts'
import type { Owner } from './postgres-home.ts'

interface Move {
  readonly dataFolder: string
  /** The right place of the database. */
  readonly home: string
  /** The user that runs Postgres, if it is not our user. */
  readonly owner?: Owner
  readonly log: Log
}

/**
 * Moves a database home that an earlier version stored outside of a data folder without access for Postgres, and recorded in
 * a note. After an interruption at any moment the next start continues: the original is renamed only when its copy is complete, and
 * deleted only when the copy is in place.
 */
export async function moveSharedHome({ dataFolder, home, owner, log }: Move): Promise<void> {
  const note = join(dataFolder, 'postgres-location')
  const from = await readFile(note, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (from === undefined) return
  const copy = `${home}.moving`
  const aside = `${from}.moved`
  const isHome = () => existsSync(join(home, 'cluster'))

  if (existsSync(from)) {
    if (isHome()) throw new StartFailure(twoDatabases(dataFolder, from, home, note))
    await stopLeftoverServer(join(from, 'cluster'), log)
    await rm(copy, { recursive: true, force: true })
    await moveOrCopy(from, { copy, aside, owner })
  }
  if (existsSync(copy) && !isHome()) {
    await rmdir(home).catch(() => {})
    await rename(copy, home)
  }
  if (!isHome()) {
    throw new StartFailure(
      `The database of the data folder ${dataFolder} was kept in ${from}, which is gone; restore it, or remove ${note} to start with an empty database.`,
    )
  }
  await rm(note)
  await rm(aside, { recursive: true, force: true })
  log.info('The database has moved into the data folder, where it is from now on.', { from, to: home })
}

const twoDatabases = (dataFolder: string, from: string, home: string, note: string) =>
  `There are two databases of the data folder ${dataFolder}: one in ${from}, one in ${home}. Remove ${note} to use the latter, or move ${home} away to use the former.`

interface Places {
  readonly copy: string
  readonly aside: string
  readonly owner: Owner | undefined
}

async function moveOrCopy(from: string, { copy, aside, owner }: Places): Promise<void> {
  try {
    await rename(from, copy)
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error
    await copyFolder(from, copy, owner).catch(async (failure: unknown) => {
      // On a full disk the copy must be deleted; the original is unchanged.
      await rm(copy, { recursive: true, force: true })
      throw failure
    })
    await rename(from, aside)
  }
}

/** On the disk when it settles; readable only by the owner, as Postgres requires. */
async function copyFolder(from: string, to: string, owner: Owner | undefined): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      await copyFolder(source, target, owner)
      continue
    }
    await copyFile(source, target)
    await chmod(target, 0o600)
    if (owner) await chown(target, owner.uid, owner.gid)
    await flush(target)
  }
  if (owner) await chown(to, owner.uid, owner.gid)
  await flush(to)
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
