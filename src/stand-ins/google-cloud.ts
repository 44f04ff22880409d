import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { DuckDBInstance } from '@duckdb/node-api'
import { jwtVerify } from 'jose'

import { refusedField } from './bigquery-names.ts'
import { answerOf, runScript } from './bigquery-script.ts'
import { startVendorServer, type VendorReply, type VendorRequest, type VendorServer } from './vendor-server.ts'

type Row = Readonly<Record<string, string | null>>
interface Field {
  readonly name: string
  readonly type: string
  readonly mode?: string
}

export interface CloudTable {
  fields: readonly Field[]
  rows: readonly Row[]
  type?: string
}

interface CloudJob {
  readonly id: string
  readonly createdAt: number
  state: 'PENDING' | 'RUNNING' | 'DONE'
  errorResult?: { readonly reason: string; readonly message: string }
  outputRows?: number
  inserted?: number | undefined
  /** The values of the only row of a query. */
  answer?: readonly (string | number | null)[] | undefined
  readonly configuration: JobConfiguration
}

interface JobConfiguration {
  readonly dryRun?: boolean
  readonly labels?: Readonly<Record<string, string>>
  readonly query?: { readonly query: string; readonly useLegacySql?: boolean }
  readonly load?: {
    readonly sourceUris: readonly string[]
    readonly sourceFormat: string
    readonly destinationTable: { readonly tableId: string; readonly datasetId: string; readonly projectId: string }
    readonly schema: { readonly fields: readonly Field[] }
    readonly writeDisposition: string
    readonly schemaUpdateOptions?: readonly string[]
  }
}

export interface GoogleCloudStandIn extends Pick<VendorServer, 'address' | 'requests' | 'fail' | 'stop'> {
  /** The key file of the account. */
  readonly serviceAccountKey: string
  readonly projectId: string
  readonly datasetId: string
  readonly bucket: string
  readonly settings: {
    location: string
    bucketLocation: string
    permissions: readonly string[]
    /** Jobs wait instead of running, until somebody cancels them. */
    isStuck: boolean
    /** Whether tables hold rows; without, a load only counts them, however many there are. */
    keepsRows: boolean
  }
  readonly tables: Map<string, CloudTable>
  readonly objects: Map<string, Buffer>
  readonly jobs: Map<string, CloudJob>
}

const CHUNK = 256 * 1024
const ALL = ['storage.objects.create', 'storage.objects.delete', 'storage.objects.get', 'storage.objects.list']

/** The types that BigQuery makes of Parquet, by DuckDB's names of what is in the file. */
const ACCEPTS: Readonly<Record<string, RegExp>> = {
  BOOL: /^BOOLEAN$/,
  INT64: /^BIGINT$/,
  NUMERIC: /^DECIMAL/,
  BIGNUMERIC: /^DECIMAL/,
  FLOAT64: /^DOUBLE$/,
  STRING: /^VARCHAR$/,
  BYTES: /^BLOB$/,
  DATE: /^DATE$/,
  TIME: /^TIME$/,
  DATETIME: /^TIMESTAMP$/,
  TIMESTAMP: /^TIMESTAMP WITH TIME ZONE$/,
}

const refused = (status: number, reason: string, message: string): VendorReply => ({
  status,
  body: { error: { code: status, message, errors: [{ reason, message, domain: 'global' }] } },
})

/** Of the one service account, whichever stand-in it signs in to: to make it takes a tenth of a second. */
let keyPair: KeyPairKeyObjectResult | undefined

/**
 * Google's token call for service accounts, one bucket of Cloud Storage with resumable uploads, and one dataset of BigQuery with
 * load jobs that read the Parquet for real. Refuses what they refuse: signatures, chunk sizes, unknown objects, types that differ.
 */
export async function startGoogleCloud(now: () => number = Date.now): Promise<GoogleCloudStandIn> {
  keyPair ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { publicKey, privateKey } = keyPair
  const account = 'millrace@my-project-123.iam.gserviceaccount.com'
  const [projectId, datasetId, bucket] = ['my-project-123', 'analytics', 'my-staging-bucket']
  const settings: GoogleCloudStandIn['settings'] = {
    location: 'EU',
    bucketLocation: 'EU',
    permissions: ALL,
    isStuck: false,
    keepsRows: true,
  }
  const tables = new Map<string, CloudTable>()
  const objects = new Map<string, Buffer>()
  const jobs = new Map<string, CloudJob>()
  const uploads = new Map<string, { readonly name: string; readonly parts: Buffer[]; length: number }>()

  async function token({ body }: VendorRequest): Promise<VendorReply> {
    const form = new URLSearchParams(body.toString())
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
      return { status: 400, body: { error: 'unsupported_grant_type' } }
    try {
      await jwtVerify(form.get('assertion') ?? '', publicKey, {
        issuer: account,
        audience: 'https://oauth2.googleapis.com/token',
        algorithms: ['RS256'],
        currentDate: new Date(now()),
      })
      return { status: 200, body: { access_token: 'cloud-token', expires_in: 3599, token_type: 'Bearer' } }
    } catch {
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } }
    }
  }

  function storage(request: VendorRequest, address: string): VendorReply | undefined {
    const { method, path, query, headers, body } = request
    const isOurs = decodeURIComponent(path).includes(`/b/${bucket}`)
    if (path.startsWith('/upload/') || path.startsWith('/storage/')) {
      if (!isOurs) return refused(404, 'notFound', 'The specified bucket does not exist.')
      const lacks = (permission: string) => !settings.permissions.includes(permission)
      if (method === 'POST') {
        if (lacks('storage.objects.create'))
          return refused(403, 'forbidden', `${account} does not have storage.objects.create access`)
        const id = `upload-${uploads.size}`
        uploads.set(id, { name: query.get('name') ?? '', parts: [], length: 0 })
        return { status: 200, headers: { location: `${address}${path}?uploadType=resumable&upload_id=${id}` } }
      }
      if (method === 'PUT') return put(query.get('upload_id') ?? '', String(headers['content-range'] ?? ''), body)
      if (path.endsWith('/iam/testPermissions')) {
        const permissions = query.getAll('permissions').filter((name) => settings.permissions.includes(name))
        return { status: 200, body: { kind: 'storage#testIamPermissionsResponse', permissions } }
      }
      const [, name] = /\/o\/(.+)$/.exec(path) ?? []
      if (method === 'DELETE') return { status: objects.delete(decodeURIComponent(name ?? '')) ? 204 : 404 }
      if (path.endsWith('/o')) {
        const items = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? ''))
        return { status: 200, body: { items: items.map((key) => ({ name: key })) } }
      }
      return { status: 200, body: { location: settings.bucketLocation } }
    }
    return undefined
  }

  function put(id: string, range: string, bytes: Buffer): VendorReply {
    const upload = uploads.get(id)
    if (!upload) return refused(404, 'notFound', 'No such upload')
    const progress = () =>
      upload.length > 0 ? { range: `bytes=0-${upload.length - 1}` } : ({} as Record<string, string>)
    // The whole length may be unknown until the last chunk.
    const [, start, end, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(range) ?? []
    if (total === undefined) return refused(400, 'badRequest', 'Invalid Content-Range')
    if (start === undefined) {
      return objects.has(upload.name) ? { status: 200, body: {} } : { status: 308, headers: progress() }
    }
    const isLast = Number(end) + 1 === Number(total)
    if (Number(end) - Number(start) + 1 !== bytes.length || (!isLast && bytes.length % CHUNK !== 0))
      return refused(400, 'badRequest', 'Chunks must be a multiple of 256 KiB')
    if (Number(start) !== upload.length) return refused(400, 'badRequest', 'Not where the upload is')
    upload.parts.push(bytes)
    upload.length += bytes.length
    if (!isLast) return { status: 308, headers: progress() }
    objects.set(upload.name, Buffer.concat(upload.parts))
    return { status: 200, body: { name: upload.name } }
  }

  async function bigquery({ method, path, query, body }: VendorRequest): Promise<VendorReply> {
    const [, rest = ''] = /^\/bigquery\/v2\/projects\/my-project-123(\/.*)$/.exec(path) ?? []
    const [, dataset, table] = /^\/datasets\/([^/]+)(?:\/tables\/?(.*))?$/.exec(rest) ?? []
    if (dataset !== undefined) {
      if (dataset !== datasetId) return refused(404, 'notFound', `Not found: Dataset ${projectId}:${dataset}`)
      if (rest.endsWith('/tables')) {
        const list = [...tables].map(([tableId, { type = 'TABLE' }]) => ({ tableReference: { tableId }, type }))
        return { status: 200, body: { tables: list } }
      }
      if (table === undefined) return { status: 200, body: { id: dataset, location: settings.location } }
      if (method === 'DELETE')
        return tables.delete(decodeURIComponent(table)) ? { status: 204 } : refused(404, 'notFound', 'Not found: Table')
      const found = tables.get(decodeURIComponent(table))
      if (!found) return refused(404, 'notFound', `Not found: Table ${projectId}:${dataset}.${table}`)
      const { type = 'TABLE', fields, rows } = found
      const counted = type === 'TABLE' && { numRows: String(rows.length), numBytes: String(8 * rows.length) }
      return { status: 200, body: { type, schema: { fields }, ...counted } }
    }
    if (rest === '/jobs' && method === 'POST') return insertJob(body)
    if (rest === '/jobs') {
      const list = [...jobs.values()].filter(({ createdAt }) => createdAt >= Number(query.get('minCreationTime') ?? 0))
      return { status: 200, body: { jobs: list.map(shown) } }
    }
    const [, asked] = /^\/queries\/([^/]+)$/.exec(rest) ?? []
    const answer = asked === undefined ? undefined : jobs.get(asked)?.answer
    if (answer)
      return {
        status: 200,
        body: { jobComplete: true, rows: [{ f: answer.map((v) => ({ v: v === null ? null : String(v) })) }] },
      }
    const [, id = '', isCancel] = /^\/jobs\/([^/]+)(\/cancel)?$/.exec(rest) ?? []
    const job = jobs.get(id)
    if (!job || query.get('location') !== settings.location) return refused(404, 'notFound', `Not found: Job ${id}`)
    if (isCancel && job.state !== 'DONE') {
      job.state = 'DONE'
      job.errorResult = { reason: 'stopped', message: 'Job execution was cancelled: User requested cancellation' }
    }
    return { status: 200, body: shown(job) }
  }

  async function insertJob(body: Buffer): Promise<VendorReply> {
    const { jobReference, configuration } = JSON.parse(body.toString()) as {
      jobReference: { jobId: string; location: string }
      configuration: JobConfiguration
    }
    // A dry run leaves no job behind; BigQuery knows what it would read.
    if (configuration.dryRun) {
      const read = [...tables].filter(([name]) => configuration.query?.query.includes(`.${name}\``))
      const bytes = read.reduce((sum, [, { rows }]) => sum + 8 * rows.length, 0)
      return { status: 200, body: { status: { state: 'DONE' }, statistics: { totalBytesProcessed: String(bytes) } } }
    }
    const { jobId: id } = jobReference
    if (!/^[A-Za-z0-9_-]{1,1024}$/.test(id)) return refused(400, 'invalid', 'Invalid job ID')
    if (jobs.has(id)) return refused(409, 'duplicate', `Already Exists: Job ${projectId}:${settings.location}.${id}`)
    if (Object.values(configuration.labels ?? {}).some((label) => !/^[a-z0-9_-]{0,63}$/.test(label)))
      return refused(400, 'invalid', 'Invalid label')
    const job: CloudJob = { id, createdAt: now(), state: 'PENDING', configuration }
    jobs.set(id, job)
    if (!settings.isStuck) await runJob(job)
    return { status: 200, body: shown(job) }
  }

  async function runJob(job: CloudJob): Promise<void> {
    const { load, query } = job.configuration
    const fail = (reason: string, message: string) => {
      job.errorResult = { reason, message }
    }
    job.state = 'DONE'
    if (query) {
      if (query.useLegacySql !== false) return fail('invalidQuery', 'Syntax error: legacy SQL knows no MERGE')
      try {
        const dataset = { id: `${projectId}.${datasetId}`, tables }
        job.answer = await answerOf(query.query, dataset)
        if (!job.answer) job.inserted = runScript(query.query, dataset)
      } catch (error) {
        fail('invalidQuery', error instanceof Error ? error.message : '')
      }
      return
    }
    if (!load) return fail('invalid', 'Job configuration must contain exactly one job type')
    const impossible = refusedField(load.schema.fields)
    if (impossible !== undefined) return fail('invalid', impossible)
    const names = load.sourceUris.map((uri) => uri.replace(`gs://${bucket}/`, ''))
    // What is deleted while the job is under way is read all the same.
    const files = names.map((name) => objects.get(name))
    const gone = names[files.indexOf(undefined)]
    if (gone !== undefined) return fail('notFound', `Not found: URI gs://${bucket}/${gone}`)
    const { tableId } = load.destinationTable
    const existing = tables.get(tableId)
    const isAppend = load.writeDisposition === 'WRITE_APPEND'
    const added = load.schema.fields.filter((field) => !existing?.fields.some(({ name }) => name === field.name))
    if (isAppend && existing && added.length > 0 && !load.schemaUpdateOptions?.includes('ALLOW_FIELD_ADDITION'))
      return fail('invalid', `Provided Schema does not match Table. Cannot add fields (field: ${added[0]?.name})`)
    for (const field of isAppend && existing ? existing.fields : []) {
      const loaded = load.schema.fields.find(({ name }) => name === field.name)
      const change = loaded && differenceOf(field, loaded)
      if (change !== undefined)
        return fail('invalid', `Provided Schema does not match Table. Field ${field.name} has changed ${change}`)
    }
    const rows: Row[] = []
    job.outputRows = 0
    for (const file of files) {
      const read = file && (await readParquet(file, settings.keepsRows).catch(() => undefined))
      if (!read) return fail('invalid', 'Error while reading data: Invalid parquet file')
      for (const { name: column, type } of load.schema.fields) {
        const found = read.types.get(column)
        if (found === undefined || !ACCEPTS[type]?.test(found))
          return fail('invalid', `Field ${column} has changed type from ${type} to ${found}`)
      }
      for (const row of read.rows) rows.push(row)
      job.outputRows += read.count
    }
    const fields = isAppend && existing ? [...existing.fields, ...added] : load.schema.fields
    tables.set(tableId, { fields, rows: isAppend && existing ? [...existing.rows, ...rows] : rows })
  }

  const shown = ({ id, state, errorResult, outputRows, inserted, configuration }: CloudJob) => ({
    jobReference: { projectId, jobId: id, location: settings.location },
    status: { state, ...(errorResult && { errorResult, errors: [errorResult] }) },
    statistics: {
      load: { ...(outputRows !== undefined && { outputRows: String(outputRows) }) },
      ...(inserted !== undefined && { query: { dmlStats: { insertedRowCount: String(inserted) } } }),
    },
    configuration,
  })

  const server: VendorServer = await startVendorServer(async (request) => {
    if (request.path === '/token') return token(request)
    if (request.headers.authorization !== 'Bearer cloud-token') return refused(401, 'authError', 'Invalid Credentials')
    return storage(request, server.address) ?? bigquery(request)
  })

  const serviceAccountKey = JSON.stringify({
    type: 'service_account',
    project_id: projectId,
    private_key_id: 'key-1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: account,
    token_uri: 'https://evil.test/token',
  })
  return { ...server, serviceAccountKey, projectId, datasetId, bucket, settings, tables, objects, jobs }
}

interface ParquetFile {
  readonly types: ReadonlyMap<string, string>
  readonly count: number
  readonly rows: readonly Row[]
}

async function readParquet(bytes: Buffer, keepsRows: boolean): Promise<ParquetFile> {
  const folder = await mkdtemp(join(tmpdir(), 'stand-in-'))
  const path = join(folder, 'object.parquet')
  await writeFile(path, bytes)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await connection.run(`SET TimeZone = 'UTC'`)
    const described = await connection.runAndReadAll(`SELECT * FROM '${path}' LIMIT 0`)
    const types = new Map(described.columnNames().map((name, at) => [name, String(described.columnType(at))]))
    const counted = await connection.runAndReadAll(`SELECT count(*) FROM '${path}'`)
    const count = Number(counted.getRows()[0]?.[0])
    if (!keepsRows) return { types, count, rows: [] }
    const texts = await connection.runAndReadAll(`SELECT COLUMNS(*)::VARCHAR FROM '${path}'`)
    return { types, count, rows: texts.getRowObjects() as unknown as Row[] }
  } finally {
    connection.closeSync()
    instance.closeSync()
    await rm(folder, { recursive: true })
  }
}

/** Older names of types that the API answers. */
const SAME: Readonly<Record<string, string>> = { INTEGER: 'INT64', FLOAT: 'FLOAT64', BOOLEAN: 'BOOL' }

/** What a load that appends would change of a column, which needs an option. */
function differenceOf(own: Field, loaded: Field): string | undefined {
  const [before, after] = [own, loaded].map(({ type }) => SAME[type] ?? type)
  if (before !== after) return `type from ${before} to ${after}`
  return own.mode === 'REQUIRED' && loaded.mode !== 'REQUIRED' ? 'mode from REQUIRED to NULLABLE' : undefined
}
