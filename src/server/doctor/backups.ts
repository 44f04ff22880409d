import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { durationWords } from '../../core/catalog/duration-words.ts'
import { inEnglish } from '../../core/catalog/sentence.ts'
import { DAILY_BACKUP } from '../backup/daily-backups.ts'
import { type Check, type Finding, failed, ok } from './check.ts'

/** A day, and half of one for a failure that was tried again. */
const LONGEST_HOURS = 36

/** @param folder BACKUP_DIR; absent: no daily backups are wanted */
export const backupChecks = (folder: string | undefined): Check[] =>
  folder === undefined ? [] : [{ name: 'last backup', look: () => checkLastBackup(folder) }]

export async function checkLastBackup(folder: string, now = Date.now()): Promise<Finding> {
  const names = await readdir(folder).catch(() => undefined)
  if (!names)
    return failed(`${folder} cannot be read.`, 'Create the folder for the user of Millrace, or correct BACKUP_DIR.')
  const newest = names
    .filter((name) => DAILY_BACKUP.test(name))
    .sort()
    .at(-1)
  const fix = 'Look for "backup" in the log of the process that runs schedules, then for free space in BACKUP_DIR.'
  if (newest === undefined) return failed(`${folder} has no daily backup.`, fix)
  const ageMs = now - (await stat(join(folder, newest))).mtimeMs
  const found = `${newest} is ${inEnglish(durationWords(ageMs / 1_000))} old.`
  return ageMs <= LONGEST_HOURS * 3_600_000 ? ok(found) : failed(found, fix)
}
