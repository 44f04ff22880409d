import { refusedField } from './bigquery-names.ts'
import type { CloudTable, Field, Row } from './bigquery-table.ts'
import { readParquet } from './read-parquet.ts'

export interface LoadConfiguration {
  readonly sourceUris: readonly string[]
  readonly sourceFormat: string
  readonly destinationTable: { readonly tableId: string; readonly datasetId: string; readonly projectId: string }
  readonly schema: { readonly fields: readonly Field[] }
  readonly writeDisposition: string
  readonly createDisposition?: string
  readonly schemaUpdateOptions?: readonly string[]
}

interface Options {
  readonly bucket: string
  readonly objects: ReadonlyMap<string, Buffer>
  readonly tables: Map<string, CloudTable>
  readonly keepsRows: boolean
}

/** The reason why a job failed. */
export class JobFailure extends Error {
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Loads Parquet files into a table. @returns the number of rows. @throws JobFailure */
export async function loadFiles(
  load: LoadConfiguration,
  { bucket, objects, tables, keepsRows }: Options,
): Promise<number> {
  const impossible = refusedField(load.schema.fields)
  if (impossible !== undefined) throw new JobFailure('invalid', impossible)
  const names = load.sourceUris.map((uri) => uri.replace(`gs://${bucket}/`, ''))
  // Files that are deleted while the job is running are read nevertheless.
  const files = names.map((name) => objects.get(name))
  const missing = names[files.indexOf(undefined)]
  if (missing !== undefined) throw new JobFailure('notFound', `Not found: URI gs://${bucket}/${missing}`)
  const { projectId, datasetId, tableId } = load.destinationTable
  const own = `Table ${projectId}:${datasetId}.${tableId}`
  const there = tables.get(tableId)
  if (!there && load.createDisposition === 'CREATE_NEVER') throw new JobFailure('notFound', `Not found: ${own}`)
  if (there && there.rows.length > 0 && load.writeDisposition === 'WRITE_EMPTY')
    throw new JobFailure('duplicate', `Already Exists: ${own}`)
  const appended = load.writeDisposition === 'WRITE_APPEND' ? there : undefined
  const added = addedFields(load, appended)
  const { rows, count } = await readFiles(files, load.schema.fields, keepsRows)
  const fields = appended ? [...appended.fields, ...added] : load.schema.fields
  tables.set(tableId, { fields, rows: appended ? [...appended.rows, ...rows] : rows })
  return count
}

/** The fields that an appending load adds to a table. @throws JobFailure if it may not */
function addedFields({ schema, schemaUpdateOptions }: LoadConfiguration, appended: CloudTable | undefined) {
  if (!appended) return []
  const mismatch = (what: string) => new JobFailure('invalid', `Provided Schema does not match Table. ${what}`)
  const added = schema.fields.filter((field) => !appended.fields.some(({ name }) => name === field.name))
  if (added.length > 0 && !schemaUpdateOptions?.includes('ALLOW_FIELD_ADDITION'))
    throw mismatch(`Cannot add fields (field: ${added[0]?.name})`)
  for (const field of appended.fields) {
    const loaded = schema.fields.find(({ name }) => name === field.name)
    const change = loaded && differenceOf(field, loaded)
    if (change !== undefined) throw mismatch(`Field ${field.name} has changed ${change}`)
  }
  return added
}

async function readFiles(files: readonly (Buffer | undefined)[], fields: readonly Field[], keepsRows: boolean) {
  const rows: Row[] = []
  let count = 0
  for (const file of files) {
    const read = file && (await readParquet(file, keepsRows).catch(() => undefined))
    if (!read) throw new JobFailure('invalid', 'Error while reading data: Invalid parquet file')
    for (const { name: column, type } of fields) {
      const found = read.types.get(column)
      if (found === undefined || !ACCEPTS[type]?.test(found))
        throw new JobFailure('invalid', `Field ${column} has changed type from ${type} to ${found}`)
    }
    for (const row of read.rows) rows.push(row)
    count += read.count
  }
  return { rows, count }
}

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

/** Older names of types that the API answers. */
const SAME: Readonly<Record<string, string>> = { INTEGER: 'INT64', FLOAT: 'FLOAT64', BOOLEAN: 'BOOL' }

/** What a load that appends would change of a column, which needs an option. */
function differenceOf(own: Field, loaded: Field): string | undefined {
  const [before, after] = [own, loaded].map(({ type }) => SAME[type] ?? type)
  if (before !== after) return `type from ${before} to ${after}`
  return own.mode === 'REQUIRED' && loaded.mode !== 'REQUIRED' ? 'mode from REQUIRED to NULLABLE' : undefined
}
