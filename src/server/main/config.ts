import { resolve } from 'node:path'
import { defined } from '../../core/catalog/defined.ts'
import type { Limits } from '../../core/catalog/limits.ts'
import { DEFAULT_RUN_LIMITS, MAX_RUN_LIMITS, type RunLimits } from '../../core/catalog/runs/run-limits.ts'
import type { Sandbox } from '../../core/catalog/sandbox.ts'
import { VENDOR_NAMES, VENDORS, type VendorAccess } from '../../engine/ports/vendors.ts'
import { STEP_LIMITS, type StepLimits } from '../../engine/step-process/step-limits.ts'
import { StartFailure } from '../host/start-failure.ts'
import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from '../host/stream-log.ts'
import { makeVariableReader, type VariableReader as ReaderOf } from '../host/variable-reader.ts'
import type { Retention } from '../schedules/expire.ts'
import type { TelemetrySettings } from '../telemetry/telemetry-settings.ts'
import { type IdentityConfig, readIdentity } from './identity-config.ts'
import { limitsFrom } from './limit-variables.ts'
import { readTaskLimits, type TaskLimits } from './read-task-limits.ts'
import { readTelemetry } from './read-telemetry.ts'
import type { Settings } from './settings.ts'
import { readPassphrase, readStoreSecrets } from './store-place.ts'
import {
  CIDR_LIST_FORM,
  FOREVER,
  HOST_LIST_FORM,
  LIMIT_FORM,
  PORT_FORM,
  parseCidrList,
  parseHost,
  parseHostList,
  parseHttpUrl,
  parseLimit,
  parseLogFormat,
  parseLogLevel,
  parseMasterKeys,
  parsePort,
  parseRetention,
  parseSmtpUrl,
  parseStepDisk,
  parseStepIdle,
  parseStepMemory,
  parseStepSeconds,
  parseStepThreads,
  parseToken,
  parseWithin,
  parseWorkerClass,
  RETENTION_FORM,
  STEP_DISK_FORM,
  STEP_IDLE_FORM,
  STEP_MEMORY_FORM,
  STEP_SECONDS_FORM,
  STEP_THREADS_FORM,
  WORKER_CLASS_FORM,
} from './variable-forms.ts'
import type { VariableName } from './variables.ts'

type VariableReader = ReaderOf<VariableName>

/** The role of a process: everything on one machine, or one part among many processes on one database. */
export type Role = 'all' | 'api' | 'worker'

/** All settings from the environment, checked once at start. */
export interface Config extends TaskLimits {
  readonly role: Role
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** The folder for the temporary rows of steps in a process without a data folder. Absent: in the system's temporary folder. */
  readonly stepsFolder?: string
  /** Absent: the embedded server. */
  readonly databaseUrl?: string
  /** A pooler in front of it. */
  readonly poolerUrl?: string
  /** A standby of it. */
  readonly readUrl?: string
  readonly identity: IdentityConfig
  /** Absent: generated into the data folder on first start. */
  readonly masterKey?: Uint8Array
  /** Keys from before a rotation, which can still open secrets that were sealed with them. */
  readonly previousMasterKeys: readonly Uint8Array[]
  readonly egressAllow: readonly string[]
  readonly egressDeny: readonly string[]
  /** Networks of the trusted proxies in front of this server, for X-Forwarded-For. */
  readonly trustedProxies: readonly string[]
  readonly google?: { readonly clientId: string; readonly clientSecret: string; readonly baseUrl?: string }
  /** Vendors with another address than usual. */
  readonly vendorAddresses: VendorAccess['addresses']
  /** Absent: the real vendors. */
  readonly sandbox?: Sandbox
  readonly stripe?: { readonly secretKey: string; readonly webhookSecret: string; readonly baseUrl?: string }
  /** The public address of this server, for links in mails and from payment pages; absent: the address of the call. */
  readonly publicUrl?: string
  /** Other host names that browsers use for this server, besides its own and that of `publicUrl`, each with its port. */
  readonly allowedHosts: readonly string[]
  readonly smtpUrl?: string
  /** Absent: no daily backups. */
  readonly backups?: BackupSettings
  readonly logLevel: LogLevel
  /** Absent: text for a terminal, JSON for everything else. */
  readonly logFormat?: LogFormat
  /** With this token the metrics can be read from anywhere; absent: only from this machine, and in production by nobody. */
  readonly metricsToken?: string
  /** Absent: no traces and no metrics are sent anywhere. */
  readonly telemetry?: TelemetrySettings
  /** Resource limits for the steps of one run or preview. */
  readonly stepLimits: StepLimits
  readonly retention: Retention
  /** How much people can make. */
  readonly limits: Limits
  /** How many runs there may be, where the operator has set nothing else for an organization. */
  readonly runLimits: RunLimits
  /** The runs that this process takes: those of flows that ask for this class; empty: those of flows that ask for none. */
  readonly workerClass: string
  /** NODE_ENV is `production`: private networks are refused unless `egressAllow` names them. */
  readonly production: boolean
  /** People may try types with stand-ins on this machine. */
  readonly offersStandIns: boolean
}

export interface BackupSettings {
  readonly folder: string
  /** The number of daily backups that stay. */
  readonly keep: number
  readonly passphrase?: string
}

/** The project of local accounts; the `demo-` prefix makes every Firebase tool refuse to reach a real project. */
export const LOCAL_PROJECT_ID = 'demo-millrace'

interface ReadOptions {
  readonly role?: Role
  readonly sandbox?: Sandbox | undefined
  /** What was wrong with the files of the variables; it is reported with the rest. */
  readonly fileProblems?: readonly string[]
}

/** Reads the variables of the environment, or throws one StartFailure that lists every problem, one per line. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  { role = 'all', sandbox, fileProblems }: ReadOptions = {},
): Config {
  const read = makeVariableReader<VariableName>(environment, fileProblems)
  const production = environment['NODE_ENV'] === 'production'
  const host = read.parsed('HOST', 'an IP address or a host name', parseHost) ?? '127.0.0.1'
  const { databaseUrl, poolerUrl, readUrl, masterKey } = readStoreSecrets(read)
  requireServer(read, { DATABASE_POOLER_URL: poolerUrl, DATABASE_READ_URL: readUrl }, databaseUrl)
  const previousMasterKeys = read.secret(
    'MASTER_KEY_PREVIOUS',
    'keys of 32 bytes in base64 (44 characters), with commas between them',
    parseMasterKeys,
  )
  const smtpUrl = read.secret('SMTP_URL', 'a URL such as smtps://user:password@host:465', parseSmtpUrl)
  const google = readGoogle(read)
  const stripe = readStripe(read)
  const publicUrl = read.parsed('PUBLIC_URL', 'a URL such as https://millrace.example.com', parseHttpUrl)
  if (production && publicUrl === undefined)
    read.problem(
      'PUBLIC_URL must be set when NODE_ENV is "production": links must not follow whatever host a caller names.',
    )
  if (sandbox) refuseRealAccounts(read, production)
  if (role !== 'all') requireShared(read, role, { DATABASE_URL: databaseUrl, MASTER_KEY: masterKey })
  const identity = readIdentity(read, { role, host, production })
  const logFormat = read.parsed('LOG_FORMAT', `one of ${LOG_FORMATS.join(', ')}`, parseLogFormat)
  const metricsToken = read.secret('METRICS_TOKEN', 'at least 16 characters', parseToken)

  const dataDir = read.text('DATA_DIR')
  const networks = (name: VariableName) => read.parsed(name, CIDR_LIST_FORM, parseCidrList) ?? []
  const taskLimits = readTaskLimits(read)
  const config = {
    role,
    host,
    port: read.parsed('PORT', PORT_FORM, parsePort) ?? (role === 'worker' ? 4100 : 4000),
    dataDir: resolve(dataDir ?? '.millrace'),
    ...defined({ stepsFolder: role !== 'all' && dataDir !== undefined ? resolve(dataDir, 'steps') : undefined }),
    identity,
    egressAllow: networks('EGRESS_ALLOW'),
    egressDeny: networks('EGRESS_DENY'),
    trustedProxies: networks('TRUSTED_PROXIES'),
    logLevel: read.parsed('LOG_LEVEL', `one of ${LOG_LEVELS.join(', ')}`, parseLogLevel) ?? 'info',
    production,
    offersStandIns: [readStandIns(read), role === 'all', !production].every(Boolean),
    stepLimits: { ...readStepLimits(read), row: taskLimits.rowMemory },
    ...taskLimits,
    retention: readRetention(read),
    limits: readLimits(read),
    runLimits: readRunLimits(read),
    workerClass: readWorkerClass(read),
    vendorAddresses: readVendorAddresses(read),
    allowedHosts: read.parsed('ALLOWED_HOSTS', HOST_LIST_FORM, parseHostList) ?? [],
    previousMasterKeys: previousMasterKeys ?? [],
    ...given({ logFormat, metricsToken, databaseUrl, poolerUrl, readUrl, masterKey, smtpUrl, google, stripe, sandbox }),
    ...given({ backups: readBackups(read), telemetry: readTelemetry(read, Boolean(sandbox)) }),
    ...given({ publicUrl: publicUrl?.replace(/\/$/, '') }),
  }
  if (read.problems.length > 0) throw new StartFailure(read.problems.join('\n'))
  return config
}

/** Whether the operator leaves them on. */
const readStandIns = (read: Pick<ReturnType<typeof makeVariableReader<VariableName>>, 'parsed'>): boolean =>
  read.parsed('STAND_INS', 'on or off', (text) => ['on', 'off'].find((known) => known === text)) !== 'off'

/** Why a process of this role would not start with these settings. */
export function configProblems({ environment, problems: fileProblems }: Settings, role: Role): readonly string[] {
  try {
    readConfig(environment, { role, fileProblems })
    return []
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    return error.message.split('\n')
  }
}

/** The values that are set. */
const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }

const URL_FORM = 'a URL such as http://127.0.0.1:9000'

function readGoogle(read: VariableReader): Config['google'] {
  const client = read.together(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  const baseUrl = read.parsed('GOOGLE_BASE_URL', URL_FORM, parseHttpUrl)
  return client && { clientId: client[0], clientSecret: client[1], ...given({ baseUrl }) }
}

function readStripe(read: VariableReader): Config['stripe'] {
  const secrets = read.together(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
  const baseUrl = read.parsed('STRIPE_BASE_URL', URL_FORM, parseHttpUrl)
  return secrets && { secretKey: secrets[0], webhookSecret: secrets[1], ...given({ baseUrl }) }
}

function readBackups(read: VariableReader): Config['backups'] {
  const folder = read.text('BACKUP_DIR')
  const keep = read.parsed('BACKUP_KEEP', 'a whole number from 1 to 1000', parseWithin(1, 1000)) ?? 7
  const passphrase = readPassphrase(read)
  return folder === undefined ? undefined : { folder: resolve(folder), keep, ...given({ passphrase }) }
}

const readStepLimits = (read: VariableReader): Omit<StepLimits, 'row'> => ({
  memory: read.parsed('STEP_MEMORY', STEP_MEMORY_FORM, parseStepMemory) ?? STEP_LIMITS.memory,
  threads: read.parsed('STEP_THREADS', STEP_THREADS_FORM, parseStepThreads) ?? STEP_LIMITS.threads,
  seconds: read.parsed('STEP_SECONDS', STEP_SECONDS_FORM, parseStepSeconds) ?? STEP_LIMITS.seconds,
  idleSeconds: (read.parsed('STEP_IDLE_MINUTES', STEP_IDLE_FORM, parseStepIdle) ?? STEP_LIMITS.idleSeconds / 60) * 60,
  disk: read.parsed('STEP_DISK', STEP_DISK_FORM, parseStepDisk) ?? STEP_LIMITS.disk,
})

/** Days; by default a little more than a year of runs, to compare with the same month of the last one. */
const RETENTION = { RUN_RETENTION_DAYS: 400, LOG_RETENTION_DAYS: 90, AUDIT_RETENTION_DAYS: 1_095 }

function readRetention(read: VariableReader): Retention {
  const days = (name: keyof typeof RETENTION) => {
    const wanted = read.parsed(name, RETENTION_FORM, parseRetention) ?? RETENTION[name]
    return wanted === FOREVER ? undefined : wanted
  }
  const [runs, runLog, audit] = [days('RUN_RETENTION_DAYS'), days('LOG_RETENTION_DAYS'), days('AUDIT_RETENTION_DAYS')]
  return given({ runs, runLog, audit })
}

const readLimits = (read: VariableReader): Limits => limitsFrom((name) => read.parsed(name, LIMIT_FORM, parseLimit))

const readWorkerClass = (read: VariableReader): string =>
  read.parsed('WORKER_CLASS', WORKER_CLASS_FORM, parseWorkerClass) ?? ''

const readRunLimits = (read: VariableReader): RunLimits => {
  const limit = (name: VariableName, most: number) =>
    read.parsed(name, `a whole number from 1 to ${most}`, parseWithin(1, most))
  return {
    active: limit('LIMIT_ACTIVE_RUNS', MAX_RUN_LIMITS.active) ?? DEFAULT_RUN_LIMITS.active,
    waiting: limit('LIMIT_WAITING_RUNS', MAX_RUN_LIMITS.waiting) ?? DEFAULT_RUN_LIMITS.waiting,
  }
}

/** Settings that lead out of this machine, or to data that somebody wants to keep. */
const REAL = ['DATABASE_URL', 'FIREBASE_PROJECT_ID', 'SMTP_URL', 'STRIPE_SECRET_KEY'] as const

function refuseRealAccounts(read: VariableReader, production: boolean): void {
  const why =
    'the sandbox is for trying out: nothing leaves this machine, and nothing is kept. Use "npm start" for real.'
  if (production) read.problem(`NODE_ENV must not be "production" here, because ${why}`)
  for (const name of REAL) {
    if (read.text(name) !== undefined) read.problem(`${name} must not be set here, because ${why}`)
  }
}

/** What stands in front of a server, or beside it, does not replace it. */
function requireServer(read: VariableReader, others: Readonly<Record<string, unknown>>, databaseUrl: unknown): void {
  if (databaseUrl !== undefined) return
  for (const [name, value] of Object.entries(others))
    if (value !== undefined) read.problem(`DATABASE_URL must be set with ${name}: it names the server itself.`)
}

/** The variables' own rules report their problems. */
type Shared = Readonly<Record<'DATABASE_URL' | 'MASTER_KEY', unknown>>

function requireShared(read: VariableReader, role: Role, values: Shared): void {
  for (const name of ['DATABASE_URL', 'MASTER_KEY'] as const) {
    if (values[name] === undefined && read.text(name) === undefined)
      read.problem(`${name} must be set for "npm run ${role}", the same for every process; "npm start" needs none.`)
  }
}

function readVendorAddresses(read: VariableReader): VendorAccess['addresses'] {
  const addresses = VENDOR_NAMES.map((name) => [name, read.parsed(VENDORS[name].variable, URL_FORM, parseHttpUrl)])
  return Object.fromEntries(addresses.filter(([, address]) => address !== undefined))
}
