import { type Sentence, sentence } from '../sentence.ts'
import type { Field } from './field.ts'

export type IntegrationType = keyof typeof INTEGRATION_TYPES

interface IntegrationTypeRow {
  readonly label: string
  /** Belongs to one connection, which creates, updates and deletes it (spec §4). */
  readonly merged: boolean
  /** Consent is given on the vendor's page, and may be withdrawn there. */
  readonly consent?: true
  readonly fields: readonly Field[]
}

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

/** The fields that the specification defines for Postgres, and the behaviour of MySQL connections without the field. */
export const DEFAULT_SSL_MODE = 'prefer'

const text = (name: string, label: Sentence) => ({ name, label, kind: 'text', secret: false }) as const
const endpoint = (name: string, label: Sentence) => ({ ...text(name, label), endpoint: true }) as const
const password = (name: string, label: Sentence) => ({ name, label, kind: 'password', secret: true }) as const

/** Verification of the server and our identity, with the names of libpq. None of them is in the specification, so all are optional. */
const ENCRYPTION = [
  {
    name: 'sslrootcert',
    label: sentence`CA certificate`,
    kind: 'multiline',
    secret: false,
    optional: true,
    format: 'certificate',
    endpoint: true,
    group: 'encryption',
  },
  {
    name: 'sslcert',
    label: sentence`Client certificate`,
    kind: 'multiline',
    secret: false,
    optional: true,
    format: 'certificate',
    group: 'encryption',
  },
  {
    name: 'sslkey',
    label: sentence`Client key`,
    kind: 'multiline',
    secret: true,
    optional: true,
    format: 'plain-private-key',
    group: 'encryption',
    belongsTo: 'sslcert',
    neededThere: true,
  },
] as const

const inTunnel = { optional: true, group: 'tunnel', belongsTo: 'ssh_host' } as const

/** The SSH server in front of the database, if there is one. */
const TUNNEL = [
  { ...endpoint('ssh_host', sentence`SSH host`), format: 'host', optional: true, group: 'tunnel' },
  {
    ...inTunnel,
    name: 'ssh_port',
    label: sentence`SSH port`,
    kind: 'number',
    secret: false,
    endpoint: true,
    whenEmpty: 22,
  },
  { ...endpoint('ssh_user', sentence`SSH user`), ...inTunnel, neededThere: true },
  { ...password('ssh_password', sentence`SSH password`), ...inTunnel, neededThere: 'ssh_private_key' },
  {
    ...inTunnel,
    name: 'ssh_private_key',
    label: sentence`SSH private key`,
    kind: 'multiline',
    secret: true,
    format: 'private-key',
  },
  { ...password('ssh_passphrase', sentence`SSH key passphrase`), ...inTunnel, belongsTo: 'ssh_private_key' },
  { ...endpoint('ssh_host_key', sentence`SSH host key`), ...inTunnel, format: 'host-key' },
] as const

/** The credential fields of each integration type (spec §3), in the order of the form. */
export const INTEGRATION_TYPES = {
  postgres: {
    label: 'PostgreSQL',
    merged: true,
    fields: [
      { ...endpoint('host', sentence`Host`), format: 'host' },
      { name: 'port', label: sentence`Port`, kind: 'number', secret: false, default: 5432, endpoint: true },
      endpoint('user', sentence`User`),
      password('password', sentence`Password`),
      endpoint('dbname', sentence`Database name`),
      {
        name: 'sslmode',
        label: sentence`SSL mode`,
        kind: 'select',
        secret: false,
        default: DEFAULT_SSL_MODE,
        options: SSL_MODES,
      },
      ...ENCRYPTION,
      ...TUNNEL,
    ],
  },
  mysql: {
    label: 'MySQL',
    merged: true,
    fields: [
      { ...endpoint('host', sentence`Host`), format: 'host' },
      { name: 'port', label: sentence`Port`, kind: 'number', secret: false, default: 3306, endpoint: true },
      endpoint('user', sentence`User`),
      password('password', sentence`Password`),
      endpoint('database', sentence`Database name`),
      {
        name: 'sslmode',
        label: sentence`SSL mode`,
        kind: 'select',
        secret: false,
        optional: true,
        whenEmpty: DEFAULT_SSL_MODE,
        options: SSL_MODES,
        group: 'encryption',
      },
      ...ENCRYPTION,
      ...TUNNEL,
    ],
  },
  aws: {
    label: 'AWS',
    merged: false,
    fields: [
      text('access_key_id', sentence`Access Key ID`),
      password('secret_access_key', sentence`Secret Access Key`),
      { name: 'region', label: sentence`Region`, kind: 'text', secret: false, default: 'us-east-1', endpoint: true },
    ],
  },
  google_oauth: { label: 'Google', merged: false, consent: true, fields: [text('name', sentence`Connection name`)] },
  metronome: { label: 'Metronome', merged: false, fields: [password('api_key', sentence`API Key`)] },
  sendgrid: { label: 'SendGrid', merged: false, fields: [password('api_key', sentence`API Key`)] },
  smtp2go: { label: 'SMTP2GO', merged: false, fields: [password('api_key', sentence`API Key`)] },
  gcp: {
    label: 'Google Cloud',
    merged: false,
    fields: [
      {
        name: 'service_account_key',
        label: sentence`Service Account Key`,
        kind: 'multiline',
        secret: true,
        format: 'service-account',
      },
    ],
  },
} as const satisfies Record<string, IntegrationTypeRow>

export const isByConsent = (type: IntegrationType): boolean => 'consent' in INTEGRATION_TYPES[type]

export const INTEGRATION_TYPE_NAMES = Object.keys(INTEGRATION_TYPES) as [IntegrationType, ...IntegrationType[]]

/** The sslmodes of libpq from the weakest to the strongest; a weaker mode requires the password again. */
export const SSL_MODES_BY_STRENGTH = SSL_MODES
