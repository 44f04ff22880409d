import { durationWords } from '../../core/catalog/duration-words.ts'
import { inEnglish } from '../../core/catalog/sentence.ts'
import { opensMarker } from '../domain/master-key/check-master-key.ts'
import { inspectStore, type StoreReport } from '../store/database/inspect-store.ts'
import { MOST_SESSIONS } from '../store/database/session-room.ts'
import { readStoreAddresses } from '../store/database/store-addresses.ts'
import { makeVault } from '../vault/vault.ts'
import { type Check, type Finding, failed, ok, warning } from './check.ts'

export interface StoreToCheck {
  readonly databaseUrl: string
  readonly masterKey: Uint8Array | undefined
  readonly previousMasterKeys: readonly Uint8Array[]
}

/** Its servers and its name, without the password. */
function placeOf(databaseUrl: string): string {
  const urls = (readStoreAddresses(databaseUrl)?.urls ?? [databaseUrl]).map((url) => new URL(url))
  return `${urls.map(({ host }) => host).join(', ')}${urls[0]?.pathname ?? ''}`
}

/** Every check of the database; only the first one if it cannot be reached. */
export async function storeChecks({ databaseUrl, ...keys }: StoreToCheck): Promise<Check[]> {
  const place = placeOf(databaseUrl)
  try {
    const report = await inspectStore(databaseUrl)
    return [
      { name: 'database', look: () => checkVersion(report, place) },
      { name: 'rights in the database', look: () => checkRights(report) },
      { name: 'version of the store', look: () => checkMigrations(report) },
      { name: 'clocks', look: () => checkClock(report.aheadMs) },
      { name: 'database connections', look: () => checkConnections(report.freeConnections) },
      { name: 'workers', look: () => checkWorkers(report.classes) },
      { name: 'master key', look: () => checkKey(report, keys) },
    ]
  } catch (error) {
    const reason = error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : messageOf(error)
    const finding = failed(
      `The database at ${place} cannot be used: ${reason}.`,
      'Start it, correct DATABASE_URL, or let this machine in (firewall, pg_hba.conf).',
    )
    return [{ name: 'database', look: () => finding }]
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown reason')

const OLDEST_POSTGRES = 13

function checkVersion({ version }: StoreReport, place: string): Finding {
  const major = Math.floor(version / 10_000)
  const found = `Postgres ${major} at ${place}.`
  return major >= OLDEST_POSTGRES ? ok(found) : failed(found, `Use Postgres ${OLDEST_POSTGRES} or newer.`)
}

function checkRights({ role, mayHaveSchema, canBeScoped }: StoreReport): Finding {
  if (!mayHaveSchema)
    return failed(
      `The role ${role} can neither create the schema millrace, nor does it own it.`,
      `As an administrator: grant create on database … to ${role};`,
    )
  if (!canBeScoped)
    return failed(
      `The role ${role} ignores row-level security, and may not create the role millrace_app that does not.`,
      `As an administrator: alter role ${role} nobypassrls; or create role millrace_app nologin; grant millrace_app to ${role};`,
    )
  return ok(`The role ${role} has what Millrace needs.`)
}

function checkMigrations({ migrations: { isNew, missing, tooNew } }: StoreReport): Finding {
  if (tooNew.length > 0)
    return failed(`A newer version of Millrace has upgraded the store (${tooNew.join(', ')}).`, 'Start that version.')
  if (isNew) return ok('The database is empty; the first start fills it.')
  return ok(
    missing.length === 0 ? 'It is that of this program.' : `The next start upgrades it (${missing.join(', ')}).`,
  )
}

/** Tokens and due times are compared with clocks; a second is nothing, a minute refuses people. */
export function checkClock(aheadMs: number): Finding {
  const seconds = Math.abs(aheadMs) / 1_000
  const apart = seconds < 60 ? `${seconds.toFixed(1)} seconds` : inEnglish(durationWords(seconds))
  const found = `The clock of the database is ${apart} ${aheadMs < 0 ? 'behind' : 'ahead of'} that of this machine.`
  const fix = 'Synchronize both clocks (chrony, systemd-timesyncd).'
  if (seconds > 60) return failed(found, fix)
  return seconds > 2 ? warning(found, fix) : ok(found)
}

/** By what processes of each kind open at most (docs/scaling.md). */
export function checkConnections(free: number): Finding {
  const { all, api, worker } = MOST_SESSIONS
  const found = `${Math.max(0, free)} connections for Millrace. An API opens up to ${api}, a worker ${worker}, one process that is both ${all}.`
  const fix = 'Raise max_connections of the database.'
  if (free < api) return failed(found, fix)
  const beside = 'A replaced process runs beside the new one for a moment.'
  return free < all + api ? warning(found, `${fix} ${beside}`) : ok(found)
}

/** Flows that ask for a class which no worker has wait for ever; without any worker Millrace may just not run. */
export function checkWorkers(classes: StoreReport['classes']): Finding {
  const missing = classes.filter((row) => row.class !== '' && row.workers === 0)
  if (missing.length > 0) {
    const names = missing.map((row) => `${row.class} (${row.flows})`).join(', ')
    return warning(
      `Flows ask for classes of workers of which none runs: ${names}.`,
      'Start workers with WORKER_CLASS set to these names, or change the flows.',
    )
  }
  const workers = classes.reduce((sum, row) => sum + row.workers, 0)
  return ok(workers === 0 ? 'None runs now.' : `${workers} run, of every class that flows ask for.`)
}

function checkKey({ sealed }: StoreReport, keys: Omit<StoreToCheck, 'databaseUrl'>): Finding {
  const { masterKey, previousMasterKeys } = keys
  if (!sealed) return ok('Nothing is sealed yet.')
  if (masterKey && opensMarker(makeVault(masterKey), sealed)) return ok('It opens what is sealed in the database.')
  if (masterKey && opensMarker(makeVault(masterKey, previousMasterKeys), sealed))
    return warning(
      'The database is still sealed with a previous key.',
      'The next start, or "millrace rotate-key", wraps everything with MASTER_KEY.',
    )
  return failed(
    masterKey
      ? 'The master key is not the one that this database was used with.'
      : 'There is no master key, but the database is sealed with one.',
    'Set MASTER_KEY to that of the other processes, or restore the file master-key from a backup; see "The master key" in docs/operations.md.',
  )
}
