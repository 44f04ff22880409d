import { join } from 'node:path'
import type { Log } from '../host/log.ts'
import { openToOthers } from '../host/open-to-others.ts'
import { KEY_FILES } from './master-key.ts'

/** Files in the data folder that nobody else may read. */
export const keptSecrets = (dataDir: string): readonly string[] =>
  [...Object.values(KEY_FILES), 'identity-key.pem', 'local-accounts.json'].map((name) => join(dataDir, name))

/** What `doctor` would find is told at each start too. */
export async function warnOfOpenSecrets(dataDir: string, log: Pick<Log, 'warn'>): Promise<void> {
  const open = await openToOthers(keptSecrets(dataDir))
  if (open.length > 0)
    log.warn('Other users of this machine may read files with secrets.', { fix: `chmod 600 ${open.join(' ')}` })
}
