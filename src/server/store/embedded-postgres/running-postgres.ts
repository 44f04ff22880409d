import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { DATABASE, SUPERUSER } from './create-cluster.ts'

export const EMBEDDED_HOST = '127.0.0.1'

/** Whether the data folder has the files of an embedded server. */
export const hasCluster = (dataFolder: string): boolean => existsSync(join(dataFolder, 'postgres', 'cluster'))

/** The URL of the embedded server that another process runs on the data folder; with the superuser's password, so it must never be logged. */
export async function urlOfRunning(dataFolder: string): Promise<string> {
  const password = await readFile(join(dataFolder, 'postgres', 'password'), 'utf8')
  const port = await readFile(join(dataFolder, 'postgres-port'), 'utf8')
  return `postgres://${SUPERUSER}:${password}@${EMBEDDED_HOST}:${port}/${DATABASE}`
}
