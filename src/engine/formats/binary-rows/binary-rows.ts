/**
 * Postgres types whose binary form is the same in every version, so that a source of another system may write rows in it.
 * Their limits (`numeric(14,2)`) are left out: the form is the same, and the server enforces them.
 */
const TYPES = [
  'boolean',
  'smallint',
  'integer',
  'bigint',
  'numeric',
  'real',
  'double precision',
  'text',
  'character varying',
  'bytea',
  'date',
  'timestamp without time zone',
  'timestamp with time zone',
  'interval',
  'uuid',
  'json',
  'jsonb',
  'bit varying',
] as const

export type BinaryType = (typeof TYPES)[number]

const PREFIX = 'binary-rows/'

/**
 * The name of the format of rows for columns of these types, in the notation of `format_type`: Postgres's binary COPY, split into CopyData messages
 * at any place. Source: Postgres, "COPY", section "Binary Format". @returns nothing when one of them has no such form
 */
export function binaryRows(types: readonly string[]): readonly string[] {
  const plain = types.map((type) => type.replace(/\(.*?\)/, ''))
  const isPortable = plain.length > 0 && plain.every((type) => (TYPES as readonly string[]).includes(type))
  return isPortable ? [`${PREFIX}${plain.join(',')}`] : []
}

/** The types in the name of a format, in the order of the fields; `undefined` for formats of other kinds. */
export const binaryTypes = (format: string): readonly BinaryType[] | undefined =>
  format.startsWith(PREFIX) ? (format.slice(PREFIX.length).split(',') as BinaryType[]) : undefined
