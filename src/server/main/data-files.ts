import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { DataFile } from '../backup/manifest.ts'
import { errorCode, StartFailure } from '../host/start-failure.ts'
import type { StorePlace } from './store-place.ts'

/**
 * The files of an installation that belong into its backup: the local accounts, and with `keys` what opens its secrets.
 * @throws StartFailure when there is no master key
 */
export async function readDataFiles(
  { dataDir, masterKey }: Partial<Pick<StorePlace, 'dataDir' | 'masterKey'>>,
  keys: boolean,
): Promise<Partial<Record<DataFile, string>>> {
  const read = async (file: DataFile) => {
    const text = dataDir === undefined ? undefined : await readIfThere(join(dataDir, file))
    return text === undefined ? {} : { [file]: text }
  }
  if (!keys) return read('local-accounts.json')
  const key = masterKey ? { 'master-key': Buffer.from(masterKey).toString('base64') } : await read('master-key')
  if (Object.keys(key).length === 0) {
    throw new StartFailure(
      `There is no master key in ${dataDir ?? 'the environment'}, so it cannot be part of the backup. Set MASTER_KEY as the other processes have it, or leave out --with-keys.`,
    )
  }
  return {
    ...(await read('local-accounts.json')),
    ...key,
    // During a rotation, and for what was sealed before it.
    ...(await read('master-key.next')),
    ...(await read('master-key.previous')),
    ...(await read('identity-key.pem')),
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new StartFailure(`${path} cannot be read (${errorCode(error) ?? 'unknown reason'}); change its permissions.`)
  }
}
