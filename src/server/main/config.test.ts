import { describe, expect, it } from 'vitest'

import { DEFAULT_LIMITS } from '../../core/catalog/limits.ts'
import { DEFAULT_RUN_LIMITS } from '../../core/catalog/runs/run-limits.ts'
import { usualTaskMemory } from '../tasks/task-memory.ts'
import { readConfig } from './config.ts'

const problems = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : []
  }
}

const KEY = Buffer.alloc(32, 7).toString('base64')

it('starts on one loopback port, with accounts and everything local, when nothing is set', () => {
  expect(readConfig({})).toEqual({
    role: 'all',
    host: '127.0.0.1',
    port: 4000,
    dataDir: `${process.cwd()}/.millrace`,
    identity: { kind: 'local', port: 0 },
    allowedHosts: [],
    egressAllow: [],
    egressDeny: [],
    previousMasterKeys: [],
    trustedProxies: [],
    vendorAddresses: {},
    logLevel: 'info',
    production: false,
    offersStandIns: true,
    stepLimits: { memory: 512, threads: 1, seconds: 10, idleSeconds: 1800, disk: 20_000, row: 64 },
    taskMemory: usualTaskMemory(),
    rowMemory: 64,
    mirrorLog: 10_240,
    retention: { runs: 400, runLog: 90, audit: 1_095 },
    limits: DEFAULT_LIMITS,
    runLimits: DEFAULT_RUN_LIMITS,
    workerClass: '',
  })
})

it('keeps the past as long as it is told, or forever', () => {
  const environment = { RUN_RETENTION_DAYS: '30', LOG_RETENTION_DAYS: '7', AUDIT_RETENTION_DAYS: 'forever' }
  expect(readConfig(environment).retention).toEqual({ runs: 30, runLog: 7 })
  expect(problems({ RUN_RETENTION_DAYS: '0' })).toEqual([
    'RUN_RETENTION_DAYS must be days from 1 to 36500, or "forever", but is "0".',
  ])
})

it('reads where daily backups go, how many stay, and what seals them', () => {
  const folder = '/var/backups/millrace'
  expect(readConfig({ BACKUP_DIR: folder }).backups).toEqual({ folder, keep: 7 })
  const sealed = { BACKUP_DIR: folder, BACKUP_KEEP: '30', BACKUP_PASSPHRASE: 'nine lives of a cat' }
  expect(readConfig(sealed).backups).toEqual({ folder, keep: 30, passphrase: 'nine lives of a cat' })
  expect(problems({ BACKUP_DIR: folder, BACKUP_KEEP: '0', BACKUP_PASSPHRASE: 'short' })).toEqual([
    'BACKUP_KEEP must be a whole number from 1 to 1000, but is "0".',
    'BACKUP_PASSPHRASE must be at least 12 characters, but is in another form.',
  ])
})

it('reads what the process of a run may take, and gives it a quarter of the machine otherwise', () => {
  expect(readConfig({ TASK_MEMORY: '300' }).taskMemory).toBe(300)
  expect(() => readConfig({ TASK_MEMORY: '200' })).toThrow('megabytes from 256 to 65536')
  expect(readConfig({ TASK_MEMORY: '1024' }).rowMemory).toBe(64)
  expect(readConfig({ TASK_MEMORY: '256' }).rowMemory).toBe(32)
  expect(readConfig({ TASK_MEMORY: '1024', ROW_MEMORY: '128' }).rowMemory).toBe(128)
  expect(() => readConfig({ TASK_MEMORY: '1024', ROW_MEMORY: '129' })).toThrow('at most 128')
  expect([1, 8, 64].map((gigabytes) => usualTaskMemory(gigabytes * 1024 ** 3))).toEqual([512, 2048, 4096])
})

it('reads what steps may take, and says what they could', () => {
  const steps = {
    STEP_MEMORY: '2048',
    STEP_THREADS: '4',
    STEP_SECONDS: '60',
    STEP_IDLE_MINUTES: '2',
    STEP_DISK: '100',
  }
  expect(readConfig(steps).stepLimits).toEqual({
    memory: 2048,
    threads: 4,
    seconds: 60,
    idleSeconds: 120,
    disk: 100,
    row: 64,
  })
  expect(() => readConfig({ STEP_THREADS: '0' })).toThrow('a whole number from 1 to 64')
  expect(() => readConfig({ STEP_DISK: '99' })).toThrow('megabytes from 100 to 999999')
  expect(() => readConfig({ STEP_IDLE_MINUTES: '0' })).toThrow('minutes from 1 to 10080')
  expect(() => readConfig({ STEP_MEMORY: '100' })).toThrow('megabytes from 384 to 65536')
  expect(() => readConfig({ STEP_SECONDS: 'ten' })).toThrow('seconds from 1 to 300')
})

it('reads how much an account and an organization can have', () => {
  expect(readConfig({ LIMIT_FLOWS: '5' }).limits).toEqual({ ...DEFAULT_LIMITS, flows: 5 })
  expect(problems({ LIMIT_KEYS: '0' })).toEqual(['LIMIT_KEYS must be a whole number from 1 to 999999, but is "0".'])
})

it('reads every variable', () => {
  const config = readConfig({
    HOST: '0.0.0.0',
    PORT: '0',
    DATA_DIR: '/var/lib/shop',
    DATABASE_URL: 'postgresql://me:secret@db.example:5433/millrace',
    FIREBASE_PROJECT_ID: 'shop',
    FIREBASE_API_KEY: 'key',
    MASTER_KEY: KEY,
    EGRESS_ALLOW: '10.0.0.0/8, fd00::/8',
    EGRESS_DENY: '10.1.2.3',
    TRUSTED_PROXIES: '10.9.0.0/16',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    STRIPE_SECRET_KEY: 'sk',
    STRIPE_WEBHOOK_SECRET: 'whsec',
    SMTP_URL: 'smtps://me:secret@mail.example:465',
    PUBLIC_URL: 'https://millrace.example.com/',
    LOG_LEVEL: 'debug',
    LOG_FORMAT: 'json',
    METRICS_TOKEN: 'sixteen-characters',
    NODE_ENV: 'production',
  })
  expect(config).toMatchObject({
    host: '0.0.0.0',
    port: 0,
    databaseUrl: 'postgresql://me:secret@db.example:5433/millrace',
    identity: { kind: 'firebase', projectId: 'shop', apiKey: 'key', authDomain: 'shop.firebaseapp.com' },
    masterKey: new Uint8Array(32).fill(7),
    egressAllow: ['10.0.0.0/8', 'fd00::/8'],
    egressDeny: ['10.1.2.3'],
    trustedProxies: ['10.9.0.0/16'],
    google: { clientId: 'id', clientSecret: 'secret' },
    stripe: { secretKey: 'sk', webhookSecret: 'whsec' },
    smtpUrl: 'smtps://me:secret@mail.example:465',
    publicUrl: 'https://millrace.example.com',
    logFormat: 'json',
    metricsToken: 'sixteen-characters',
    production: true,
  })
})

it('reads where traces and metrics go, and sends none without an address or if both are switched off', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/'
  const OTEL_EXPORTER_OTLP_HEADERS = 'X-Api-Key=top%20secret,tenant=42'
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS }).telemetry).toEqual({
    endpoint: 'http://collector:4318',
    headers: { 'x-api-key': 'top secret', tenant: '42' },
    ...{ serviceName: 'millrace', sendsTraces: true, sendsMetrics: true, metricsEveryMs: 60_000 },
  })
  const off = { OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' }
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, ...off })).not.toHaveProperty('telemetry')
  expect(readConfig({ OTEL_SERVICE_NAME: 'shop' })).not.toHaveProperty('telemetry')
})

describe('a bad value', () => {
  it.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, but is "abc".'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, but is "65536".'],
    [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER must be one of otlp, none, but is "zipkin".'],
    [{ PORT: '80.5' }, 'PORT must be a whole number from 0 to 65535, but is "80.5".'],
    [
      { ALLOWED_HOSTS: 'ok.example:1, http://x' },
      'ALLOWED_HOSTS must be a list of host names with their ports, such as "millrace.internal, 127.0.0.1:4001", but is "ok.example:1, http://x".',
    ],
    [{ AUTH_EMULATOR_PORT: '-1' }, 'AUTH_EMULATOR_PORT must be a whole number from 0 to 65535, but is "-1".'],
    [{ HOST: 'local host' }, 'HOST must be an IP address or a host name, but is "local host".'],
    [{ EGRESS_ALLOW: '10.0.0.0/33' }, /^EGRESS_ALLOW must be a list of address ranges .*, but is "10\.0\.0\.0\/33"\.$/],
    [{ EGRESS_DENY: '::1,,10.0.0.1' }, /^EGRESS_DENY must be a list of address ranges /],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error, but is "loud".'],
    [{ FIREBASE_PROJECT_ID: 'shop' }, 'FIREBASE_API_KEY must be set too, because FIREBASE_PROJECT_ID is "shop".'],
    [{ FIREBASE_API_KEY: 'key' }, 'FIREBASE_PROJECT_ID must be set too, because FIREBASE_API_KEY is.'],
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET must be set too, because GOOGLE_CLIENT_ID is.'],
    [{ STRIPE_WEBHOOK_SECRET: 's' }, 'STRIPE_SECRET_KEY must be set too, because STRIPE_WEBHOOK_SECRET is.'],
  ])('%j is named with the accepted form', (environment, sentence) => {
    expect(problems(environment)).toEqual([expect.stringMatching(sentence)])
  })

  it.each([
    ['MASTER_KEY', 'c2hvcnQ='],
    ['MASTER_KEY', KEY.replace('=', '')],
    ['DATABASE_URL', 'mysql://me:hunter2@db.example/millrace'],
    ['SMTP_URL', 'hunter2'],
    ['METRICS_TOKEN', 'hunter2'],
  ])('of the secret %s is not repeated', (name, value) => {
    const found = problems({ [name]: value })
    expect(found).toEqual([expect.stringMatching(new RegExp(`^${name} must be .*, but is in another form\\.$`))])
    expect(found.join()).not.toContain(value)
  })

  it('is told together with all the others', () => {
    expect(problems({ PORT: 'abc', MASTER_KEY: 'x', LOG_LEVEL: 'loud' })).toHaveLength(3)
  })
})

it('never takes an empty master key for an absent one', () => {
  expect(problems({ MASTER_KEY: '' })).toEqual(['MASTER_KEY must be 32 bytes in base64 (44 characters), but is empty.'])
  expect(problems({ PORT: '' })).toEqual([])
})

it('makes no links from what callers say in production', () => {
  const firebase = { FIREBASE_PROJECT_ID: 'shop', FIREBASE_API_KEY: 'key', NODE_ENV: 'production' }
  expect(problems(firebase)).toEqual([expect.stringMatching(/^PUBLIC_URL must be set when NODE_ENV is "production"/)])
})

describe('with local accounts', () => {
  it.each(['0.0.0.0', '192.168.1.7', '::', 'millrace.example', '127.0.0.1.example'])(
    'refuses to listen on %s',
    (host) => {
      expect(problems({ HOST: host })).toEqual([expect.stringMatching(/^HOST must be a loopback address/)])
    },
  )

  it.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])('listens on %s', (host) => {
    expect(problems({ HOST: host })).toEqual([])
  })

  it('refuses production', () => {
    expect(problems({ NODE_ENV: 'production', PUBLIC_URL: 'https://millrace.example.com' })).toEqual([
      expect.stringContaining('local accounts are for one machine'),
    ])
  })
})

describe('as one of many processes', () => {
  const shared = { DATABASE_URL: 'postgres://me@db.example/millrace', MASTER_KEY: KEY }
  const ofRole = (role: 'api' | 'worker', environment: Record<string, string>) => {
    try {
      return readConfig(environment, { role })
    } catch (error) {
      return error instanceof Error ? error.message.split('\n') : []
    }
  }

  it('needs what the processes share', () => {
    expect(ofRole('worker', {})).toEqual([
      'DATABASE_URL must be set for "npm run worker", the same for every process; "npm start" needs none.',
      'MASTER_KEY must be set for "npm run worker", the same for every process; "npm start" needs none.',
    ])
    expect(ofRole('api', { ...shared, MASTER_KEY: 'short' })).toEqual([
      'MASTER_KEY must be 32 bytes in base64 (44 characters), but is in another form.',
      expect.stringMatching(/^FIREBASE_PROJECT_ID must be set for "npm run api": accounts that one process keeps/),
    ])
  })

  it('is a worker that knows nobody, beside the port of an API', () => {
    expect(ofRole('worker', { ...shared, HOST: '0.0.0.0' })).toMatchObject({
      role: 'worker',
      port: 4100,
      identity: { kind: 'nobody' },
    })
  })

  it('keeps rows of steps where it is told to, which several may share', () => {
    expect(ofRole('worker', { ...shared, DATA_DIR: '/srv/millrace' })).toMatchObject({
      stepsFolder: '/srv/millrace/steps',
    })
    expect(ofRole('worker', shared)).not.toHaveProperty('stepsFolder')
  })

  it('is an API whose people are kept by Firebase, or to try it out by the accounts of an `npm start`', () => {
    const firebase = { FIREBASE_PROJECT_ID: 'shop', FIREBASE_API_KEY: 'key' }
    expect(ofRole('api', { ...shared, ...firebase })).toMatchObject({ port: 4000, identity: { kind: 'firebase' } })
    const elsewhere = { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
    expect(ofRole('api', { ...shared, ...elsewhere })).toMatchObject({
      identity: { kind: 'local-elsewhere', origin: 'http://127.0.0.1:9099' },
    })
    expect(ofRole('api', { ...shared, FIREBASE_AUTH_EMULATOR_HOST: 'auth.example:9099' })).toEqual([
      'FIREBASE_AUTH_EMULATOR_HOST must be a loopback address such as 127.0.0.1:9099, but is "auth.example:9099".',
      expect.stringMatching(/^FIREBASE_PROJECT_ID must be set/),
    ])
  })
})

describe('in the sandbox', () => {
  const sandbox = { page: 'http://127.0.0.1:9000', values: {} }

  it('is told to the client', () => {
    expect(readConfig({}, { sandbox })).toMatchObject({ sandbox })
  })

  it.each([
    ['DATABASE_URL', 'postgres://me:secret@db.example/millrace'],
    ['SMTP_URL', 'smtps://me:secret@mail.example:465'],
    ['STRIPE_SECRET_KEY', 'sk_live_1'],
    ['FIREBASE_PROJECT_ID', 'shop'],
    ['NODE_ENV', 'production'],
  ])('%s is refused, because nothing may leave the machine', (name, value) => {
    const said = () => readConfig({ [name]: value }, { sandbox })
    expect(said).toThrow(new RegExp(`^${name} must not be .*because the sandbox is for trying out`, 'm'))
    expect(said).not.toThrow(/secret@|sk_live/)
  })
})
