import { flushCompileCache } from 'node:module'
import { makeDialler } from '../../src/engine/net/dialler.ts'
import { makeConfirmConsent } from '../../src/server/domain/integrations/confirm-consent.ts'
import { makeGoogleOauth } from '../../src/server/google/google-oauth.ts'
import type { Log } from '../../src/server/host/log.ts'
import { NO_TRACER } from '../../src/server/host/tracing.ts'
import { APPLICATION_ROLE } from '../../src/server/store/database/application-role.ts'
import { openDatabase } from '../../src/server/store/database/database.ts'
import { makeVault } from '../../src/server/vault/vault.ts'
import { makeAttemptRun } from '../../src/server/worker/runs/attempt-run.ts'
import { makeExecuteRun } from '../../src/server/worker/runs/execute-run.ts'
import { stepProcesses } from '../support/step-processes.ts'
import { moveClock } from './move-clock.ts'
import type { Told, WorkerSettings } from './worker.ts'

/** Executes the runs that it is told, as the queue would have it do, in a process that can be killed. */
const settings = JSON.parse(process.env['WORKER_SETTINGS'] ?? '') as WorkerSettings
if (settings.isHurried) await import('./hurry.ts')
moveClock(settings.clockOffset)

const quiet = () => undefined
/** How each run is cancelled. */
const running = new Map<string, () => void>()
let stopping = new AbortController()
const database = openDatabase({ databaseUrl: settings.storeUrl, role: APPLICATION_ROLE, onError: quiet })
const vault = makeVault(Buffer.from(settings.masterKey, 'base64'))
const google = { clientId: 'client', clientSecret: 'secret' }
const { addresses } = settings
const oauth = makeGoogleOauth({ ...google, ...(addresses.googleOauth && { baseUrl: addresses.googleOauth }) })
const log: Log = {
  debug: quiet,
  info: quiet,
  warn: quiet,
  error: (message, fields) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
}
const attempt = makeAttemptRun({
  stepProcesses,
  database,
  vault,
  dialler: makeDialler({ allowPrivate: true }),
  vendors: { addresses, google },
  confirmConsent: makeConfirmConsent({ database, vault, google: oauth }).ofConnection,
  log,
  onCancel(runId, cancel) {
    running.set(runId, cancel)
    return () => running.delete(runId)
  },
  counters: { count: quiet, observe: quiet },
  tracer: NO_TRACER,
  retries: { base: 0, longest: 0 },
  ranges: settings.ranges,
})
const execute = makeExecuteRun({ database, log, attempt })

process.on('message', (told: Told) => {
  if ('execute' in told) return begin(told.execute)
  if ('cancel' in told) return running.get(told.cancel)?.()
  stopping.abort()
  stopping = new AbortController()
})

function begin(runId: string): void {
  execute(runId, stopping.signal).then(
    () => process.send?.({ runId }),
    (error: unknown) => process.send?.({ runId, rejected: String(error) }),
  )
}
process.on('disconnect', () => process.exit())
// Whoever is killed keeps nothing for the next.
flushCompileCache()
process.send?.({})
