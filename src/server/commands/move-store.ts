import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command, CommandInput } from '../../cli/command.ts'
import { copyStore } from '../backup/copy-store.ts'
import type { Log } from '../host/log.ts'
import { errorCode, StartFailure } from '../host/start-failure.ts'
import { abandonMove, beginMove, completeMove } from '../main/moved-store.ts'
import { startStore } from '../main/open-store.ts'
import { parsePostgresUrl } from '../main/store-place.ts'
import { openDatabase } from '../store/database/database.ts'
import { migrate } from '../store/database/migrate.ts'
import { freeAllRuns } from '../store/runs/run-queue.ts'
import { CONFIG_OPTION } from './config-option.ts'
import { readStoreSettings } from './store-command.ts'

export const moveStore: Command = {
  description: [
    'Copies the embedded store of the data folder into your own Postgres: an empty database, given by DATABASE_URL or by --to-file.',
    'Millrace must be stopped. The embedded store stays as it is; runs that were waiting go on after the next start.',
  ],
  options: {
    ...CONFIG_OPTION,
    'to-file': { type: 'string', value: 'FILE', description: 'a file that contains the URL of the new database' },
  },
  run: async (input) => {
    const { place, log } = await readStoreSettings(input)
    const to = await readTarget(input, place.databaseUrl)
    const { dataDir } = place
    const store = await startStore(dataDir, log)
    try {
      const id = await beginMove(dataDir)
      const { tables, rows } = await copyStore(store.url, to, id).catch(async (error: unknown) => {
        // Nothing was copied; after any other error the copy may be there.
        if (error instanceof StartFailure) await abandonMove(dataDir)
        throw error
      })
      const runs = await freeRuns(to, log)
      await completeMove(dataDir, id)
      input.print(
        `The store is moved: ${tables} tables, ${rows} rows, the same on both sides. ${runs} runs go on after the next start.`,
      )
      input.print('From now on, start Millrace with DATABASE_URL set to the new database.')
      input.print(
        `Keep ${dataDir}: it has the local accounts and the master key. Processes on other machines need MASTER_KEY, the content of ${join(dataDir, 'master-key')}.`,
      )
      input.print(
        `The old store is still there, in ${join(dataDir, 'postgres')}. Delete it when you no longer need it.`,
      )
    } finally {
      await store.close()
    }
    return 0
  },
}

async function readTarget(input: CommandInput, databaseUrl: string | undefined): Promise<string> {
  const file = input.text('to-file')
  const text =
    file === undefined
      ? databaseUrl
      : await readFile(file, 'utf8').catch((error: unknown) => {
          throw new StartFailure(`The file ${file} cannot be read (${errorCode(error) ?? 'unknown reason'}).`)
        })
  const url = text?.trim()
  if (!url || !parsePostgresUrl(url)) {
    throw new StartFailure(
      'The new database is missing: set DATABASE_URL to a URL such as postgres://user:password@host:5432/name, or write it into a file and name that with --to-file.',
    )
  }
  return url
}

/** Nobody has the runs of the copy. @returns how many go on */
async function freeRuns(databaseUrl: string, log: Log): Promise<number> {
  const { role } = await migrate(databaseUrl)
  const database = openDatabase({ databaseUrl, role, onError: (error) => log.warn('store connection', { error }) })
  return database.asSystem(freeAllRuns).finally(() => database.close())
}
