import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { describeError } from '../host/describe-error.ts'
import type { Log } from '../host/log.ts'
import { errorCode, StartFailure } from '../host/start-failure.ts'
import { claimDailyBackup, finishDailyBackup, holdDailyBackup } from '../store/backup/daily-backups.ts'
import type { Database } from '../store/database/database.ts'
import { fileProblem } from './file-problem.ts'
import { openBackup, verifyBackup } from './open-backup.ts'
import { type BackupSource, writeBackup } from './write-backup.ts'

export interface DailyBackups {
  start(): void
  /** Settles when nothing is written any more; an unfinished backup is removed. */
  stop(): Promise<void>
}

interface Options {
  readonly database: Database
  readonly source: BackupSource
  readonly folder: string
  /** The number of backups in the folder; older ones are removed. */
  readonly keep: number
  readonly passphrase?: string
  readonly log: Log
}

const LOOK_EVERY_MS = 5 * 60 * 1000

/** Writes one backup per day (UTC) into a folder. Every process may have this: the store lets one of them do it. */
export function makeDailyBackups(options: Options): DailyBackups {
  const { database, log } = options
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined

  const look = async () => {
    try {
      const day = await database.asSystem(claimDailyBackup)
      if (day === undefined) return
      const hold = setInterval(() => void database.asSystem(holdDailyBackup).catch(() => {}), LOOK_EVERY_MS)
      const file = await backUp(options, day, stopping.signal).finally(() => clearInterval(hold))
      await database.asSystem(finishDailyBackup)
      log.info('The backup of the day is complete.', { file })
      await removeOld(options)
    } catch (error) {
      if (stopping.signal.aborted) return
      log.error('The backup of the day failed; the next attempt is in an hour.', { error: describeError(error) })
    }
  }
  const wake = () => {
    working ??= look().finally(() => {
      working = undefined
    })
  }
  return {
    start: () => {
      wake()
      timer = setInterval(wake, LOOK_EVERY_MS)
    },
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await working
    },
  }
}

/** Writes the file, and reads all of it again. One that a process wrote before it was killed is only read. */
async function backUp({ source, folder, passphrase }: Options, day: string, signal: AbortSignal): Promise<string> {
  const file = join(folder, `millrace-${day}.backup`)
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    // Node's answer where a folder above is on a disk that cannot be written.
    if (errorCode(error) === 'ENOENT') throw new StartFailure(cannotCreate(folder))
    throw fileProblem(error, folder)
  })
  if (!existsSync(file)) await writeBackup(source, file, passphrase, signal)
  const backup = await openBackup(file, passphrase)
  await verifyBackup(backup).finally(() => backup.close())
  return file
}

const cannotCreate = (folder: string) =>
  `The folder ${folder} cannot be created; create it for the user of Millrace, or set BACKUP_DIR to another folder.`

export const DAILY_BACKUP = /^millrace-\d{4}-\d\d-\d\d\.backup$/

async function removeOld({ folder, keep, log }: Options): Promise<void> {
  const names = (await readdir(folder)).filter((name) => DAILY_BACKUP.test(name)).sort()
  for (const name of names.slice(0, -keep)) {
    await rm(join(folder, name))
    log.info('An old backup was removed.', { file: join(folder, name) })
  }
}
