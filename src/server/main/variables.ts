import { DEFAULT_RUN_LIMITS } from '../../core/catalog/runs/run-limits.ts'
import { VENDOR_NAMES, VENDORS, type Vendor } from '../../engine/ports/vendors.ts'
import { LIMIT_VARIABLES, type LimitVariable } from './limit-variables.ts'

/** A variable that configures Millrace, in the environment or in its file. */
export interface Variable {
  /** What counts when it is not set, in words. */
  readonly default: string
  /** What it is for, as docs/configuration.md begins it. */
  readonly meaning: string
  /** Its value is never shown, and it can come from another file: NAME_FILE. */
  readonly secret?: true
}

const OWN = {
  HOST: { default: '127.0.0.1', meaning: 'address of the API and the client' },
  PORT: {
    default: '4000, of a worker 4100',
    meaning: 'port of the API and the client; a worker answers only health checks',
  },
  PUBLIC_URL: { default: 'the address of the call', meaning: 'the public address of this server' },
  ALLOWED_HOSTS: { default: 'none', meaning: 'other names with ports that browsers or proxies use for this server' },
  TRUSTED_PROXIES: { default: 'none', meaning: 'networks of the proxies in front of this server' },
  NODE_ENV: { default: 'none', meaning: '`production` refuses the local accounts, the sandbox and private networks' },
  MILLRACE_CONFIG: { default: '`millrace.env` if it is there', meaning: 'the file with variables' },
  DATA_DIR: { default: '`.millrace`', meaning: 'the data folder' },
  DATABASE_URL: { default: 'embedded', meaning: 'your own Postgres ≥ 13', secret: true },
  DATABASE_POOLER_URL: {
    default: 'none',
    meaning: 'a pooler in transaction mode in front of it, such as PgBouncer',
    secret: true,
  },
  DATABASE_READ_URL: {
    default: 'none',
    meaning: 'a standby of that Postgres, from which daily backups are made',
    secret: true,
  },
  MASTER_KEY: { default: 'generated', meaning: '32 bytes in base64; seals credentials', secret: true },
  MASTER_KEY_PREVIOUS: {
    default: 'none',
    meaning: 'earlier master keys during a rotation, separated by commas',
    secret: true,
  },
  FIREBASE_PROJECT_ID: { default: 'local accounts', meaning: 'a Firebase project with e-mail and Google sign-in' },
  FIREBASE_API_KEY: { default: 'none', meaning: 'the web API key of that project; browsers get it' },
  FIREBASE_AUTH_DOMAIN: { default: 'the project’s', meaning: 'the domain of its sign-in window' },
  FIREBASE_AUTH_EMULATOR_HOST: {
    default: 'none',
    meaning: 'the sign-in service of a `millrace start` on this machine',
  },
  AUTH_EMULATOR_PORT: { default: 'a free port, then always the same', meaning: 'port of the local sign-in service' },
  STAND_INS: {
    default: 'on',
    meaning: '`off`: nobody may try types with stand-ins on this machine. Never with `production`',
  },
  EGRESS_ALLOW: { default: 'see below', meaning: 'networks, separated by commas, that connections may reach' },
  EGRESS_DENY: { default: 'see below', meaning: 'networks, separated by commas, that connections may not reach' },
  GOOGLE_CLIENT_ID: { default: 'none', meaning: 'the OAuth client for connecting Google accounts' },
  GOOGLE_CLIENT_SECRET: { default: 'none', meaning: 'the secret of that OAuth client', secret: true },
  STRIPE_SECRET_KEY: { default: 'sandbox', meaning: 'billing through Stripe', secret: true },
  STRIPE_WEBHOOK_SECRET: { default: 'sandbox', meaning: 'the secret of the webhook at Stripe', secret: true },
  STRIPE_BASE_URL: { default: 'the vendor’s', meaning: 'the address of a stand-in' },
  SMTP_URL: { default: 'none', meaning: 'invitations and alerts by mail', secret: true },
  LOG_LEVEL: { default: 'info', meaning: 'debug, info, warn, error' },
  LOG_FORMAT: { default: 'text for a terminal, else json', meaning: 'text, json' },
  METRICS_TOKEN: {
    default: 'none',
    meaning: 'callers with this token may read `/metrics` from anywhere',
    secret: true,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: 'none',
    meaning: 'the address of an OpenTelemetry collector that takes OTLP over HTTP',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    default: 'none',
    meaning: 'headers for the collector, such as `api-key=secret`, separated by commas',
    secret: true,
  },
  OTEL_SERVICE_NAME: { default: 'millrace', meaning: 'the name of this installation at the collector' },
  OTEL_TRACES_EXPORTER: { default: 'otlp', meaning: '`none`: no traces are sent' },
  OTEL_METRICS_EXPORTER: { default: 'otlp', meaning: '`none`: no metrics are sent' },
  OTEL_METRIC_EXPORT_INTERVAL: { default: '60000', meaning: 'milliseconds between two reports of metrics' },
  STEP_MEMORY: {
    default: '512',
    meaning: 'memory limit in megabytes for the steps of one run or preview, at least 384',
  },
  STEP_THREADS: {
    default: '1',
    meaning: 'threads for steps of a run that need all rows: sort, join, aggregate, remove duplicates, some SQL',
  },
  STEP_SECONDS: {
    default: '10',
    meaning: 'time limit in seconds for the steps of a preview and for the analysis of steps',
  },
  STEP_IDLE_MINUTES: {
    default: '30',
    meaning: 'how long the steps of a run may work without taking or returning a row, in minutes of a processor',
  },
  STEP_DISK: {
    default: '20000',
    meaning:
      'limit in megabytes for the temporary files of all steps on a machine, and never more than half of what is free',
  },
  TASK_MEMORY: {
    default: 'a quarter of the machine’s memory, from 512 to 4096',
    meaning: 'memory limit in megabytes for the process of one run, or of one call that reaches an outside system',
  },
  ROW_MEMORY: {
    default: '64',
    meaning: 'limit in megabytes for one row that is moved',
  },
  MIRROR_LOG: {
    default: '10240',
    meaning: 'how much of its log in megabytes a source may keep for a mirror',
  },
  WORKER_CLASS: {
    default: 'none',
    meaning: 'the class of runs that a worker takes: those of flows that ask for it, and no others',
  },
  LIMIT_ACTIVE_RUNS: {
    default: String(DEFAULT_RUN_LIMITS.active),
    meaning: 'the most runs of one account that are active at the same time',
  },
  LIMIT_WAITING_RUNS: {
    default: String(DEFAULT_RUN_LIMITS.waiting),
    meaning: 'the most runs of one organization that wait',
  },
  RUN_RETENTION_DAYS: { default: '400', meaning: 'ended runs that are older are deleted' },
  LOG_RETENTION_DAYS: { default: '90', meaning: 'lines of run logs that are older are deleted' },
  AUDIT_RETENTION_DAYS: { default: '1095', meaning: 'events of the audit log that are older are deleted' },
  BACKUP_DIR: { default: 'none', meaning: 'folder for a backup every day' },
  BACKUP_KEEP: { default: '7', meaning: 'number of daily backups that stay in the folder' },
  BACKUP_PASSPHRASE: { default: 'none', meaning: 'at least 12 characters; seals backups', secret: true },
} as const satisfies Readonly<Record<string, Variable>>

export type VariableName = keyof typeof OWN | LimitVariable | (typeof VENDORS)[Vendor]['variable']

const ofVendors = VENDOR_NAMES.map((vendor) => [VENDORS[vendor].variable, OWN.STRIPE_BASE_URL] as const)

/** Every variable that Millrace reads, in the order of `millrace config`. */
export const VARIABLES: ReadonlyMap<string, Variable> = new Map<VariableName, Variable>([
  ...(Object.entries(OWN) as [keyof typeof OWN, Variable][]),
  ...LIMIT_VARIABLES,
  ...ofVendors,
])
