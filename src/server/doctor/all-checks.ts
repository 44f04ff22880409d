import { join } from 'node:path'
import { defined } from '../../core/catalog/defined.ts'
import { isLocked } from '../host/folder-lock.ts'
import type { Config } from '../main/config.ts'
import { diallerOf } from '../main/dialler-of.ts'
import { readMasterKeys } from '../main/master-key.ts'
import { urlOfRunning } from '../store/embedded-postgres/running-postgres.ts'
import { backupChecks } from './backups.ts'
import { type Check, ok } from './check.ts'
import { egressChecks } from './egress.ts'
import { embeddedDatabaseChecks } from './embedded-database.ts'
import { fileChecks } from './files.ts'
import { checkUser, machineChecks } from './machine.ts'
import { networkChecks } from './network.ts'
import { checkStepProcess } from './steps.ts'
import { storeChecks } from './store.ts'

/** Everything that a process with this configuration needs, in the order of the table. */
export async function allChecks(config: Config, secretFiles: readonly string[]): Promise<Check[]> {
  const { role, dataDir, stepsFolder } = config
  return [
    ...machineChecks(config.stepLimits.memory),
    ...(config.databaseUrl === undefined ? [{ name: 'user', look: () => checkUser() }] : []),
    ...fileChecks(defined({ secretFiles, dataDir: role === 'all' ? dataDir : undefined, stepsFolder })),
    { name: 'steps', look: checkStepProcess },
    ...backupChecks(config.backups?.folder),
    ...(config.databaseUrl === undefined ? embeddedDatabaseChecks() : []),
    ...(await ofStore(config)),
    ...networkChecks(config),
    ...egressChecks(diallerOf(config), config.vendorAddresses),
  ]
}

async function ofStore(config: Config): Promise<Check[]> {
  const databaseUrl = await storeUrlOf(config)
  if (databaseUrl === undefined) {
    const found = 'It comes with Millrace, which does not run now; ask again while it runs.'
    return [{ name: 'database', look: () => ok(found) }]
  }
  const { masterKey, previousMasterKeys: previous } = config
  const kept = masterKey ? { masterKey, previous } : await readMasterKeys(config.dataDir)
  return storeChecks({ databaseUrl, masterKey: kept?.masterKey, previousMasterKeys: kept?.previous ?? [] })
}

/** The database of this installation; none while it is the embedded one and Millrace does not run. */
async function storeUrlOf({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<string | undefined> {
  if (databaseUrl !== undefined) return databaseUrl
  return (await isLocked(join(dataDir, 'lock'))) ? urlOfRunning(dataDir) : undefined
}
