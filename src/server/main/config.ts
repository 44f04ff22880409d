import { resolve } from 'node:path'
import { defined } from '../../core/catalog/defined.ts'
import type { Limits } from '../../core/catalog/limits.ts'
import type { RunLimits } from '../../core/catalog/runs/run-limits.ts'
import type { Sandbox } from '../../core/catalog/sandbox.ts'
import type { VendorAccess } from '../../engine/ports/vendors.ts'
import type { StepLimits } from '../../engine/step-process/step-limits.ts'
import { StartFailure } from '../host/start-failure.ts'
import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from '../host/stream-log.ts'
import { makeVariableReader, type VariableReader as ReaderOf } from '../host/variable-reader.ts'
import type { Retention } from '../schedules/expire.ts'
import type { TelemetrySettings } from '../telemetry/telemetry-settings.ts'
import { type IdentityConfig, readIdentity } from './identity-config.ts'
import { readLimits, readRetention, readRunLimits, readStepLimits, readWorkerClass } from './read-limits.ts'
import { readTaskLimits, type TaskLimits } from './read-task-limits.ts'
import { readTelemetry } from './read-telemetry.ts'
import { readGoogle, readStandIns, readStripe, readVendorAddresses } from './read-vendors.ts'
import type { Settings } from './settings.ts'
import { readPassphrase, readStoreSecrets } from './store-place.ts'
import {
  CIDR_LIST_FORM,
  HOST_LIST_FORM,
  PORT_FORM,
  parseCidrList,
  parseHost,
  parseHostList,
  parseHttpUrl,
  parseLogFormat,
  parseLogLevel,
  parseMasterKeys,
  parsePort,
  parseSmtpUrl,
  parseToken,
  parseWithin,
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
    ...defined({ logFormat, metricsToken, databaseUrl, poolerUrl, readUrl, masterKey, smtpUrl, google, stripe }),
    ...defined({ sandbox, backups: readBackups(read), telemetry: readTelemetry(read, Boolean(sandbox)) }),
    ...defined({ publicUrl: publicUrl?.replace(/\/$/, '') }),
  }
  if (read.problems.length > 0) throw new StartFailure(read.problems.join('\n'))
  return config
}

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

function readBackups(read: VariableReader): Config['backups'] {
  const folder = read.text('BACKUP_DIR')
  const keep = read.parsed('BACKUP_KEEP', 'a whole number from 1 to 1000', parseWithin(1, 1000)) ?? 7
  const passphrase = readPassphrase(read)
  return folder === undefined ? undefined : { folder: resolve(folder), keep, ...defined({ passphrase }) }
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
