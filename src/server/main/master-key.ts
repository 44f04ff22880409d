import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { explained } from '../host/data-folder.ts'
import { writeDurably } from '../host/durable-file.ts'
import { errorCode, StartFailure } from '../host/start-failure.ts'

/** The key in the data folder, 32 bytes, created at the first start. A damaged one stops the start, because a new key could open nothing. */
export async function keptMasterKey(dataFolder: string): Promise<Uint8Array> {
  const file = join(dataFolder, 'master-key')
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) {
    const key = randomBytes(32)
    await writeDurably(file, key.toString('base64')).catch((error: unknown) => {
      throw explained(error, dataFolder)
    })
    return new Uint8Array(key)
  }
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32)
    throw new StartFailure(`The master key in ${file} is damaged; restore the file, or set MASTER_KEY.`)
  return new Uint8Array(key)
}
