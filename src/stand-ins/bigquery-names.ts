/** Source: cloud.google.com/bigquery/docs/schemas, "Column names". */
const RESERVED = [
  '_TABLE_',
  '_FILE_',
  '_PARTITION',
  '_ROW_TIMESTAMP',
  '__ROOT__',
  '_COLIDENTIFIER',
  '_CHANGE_SEQUENCE_NUMBER',
  '_CHANGE_TYPE',
  '_CHANGE_TIMESTAMP',
] as const

/** What BigQuery says of the first field that no table may have; nothing if all are possible. */
export function refusedField(fields: readonly { readonly name: string }[]): string | undefined {
  const names = fields.map(({ name }) => name)
  const reserved = names.find((name) => RESERVED.some((prefix) => name.toUpperCase().startsWith(prefix)))
  if (reserved !== undefined)
    return `Invalid field name "${reserved}". Fields cannot have a name that begins with a reserved prefix.`
  const odd = names.find((name) => !/^[A-Za-z_][A-Za-z0-9_]{0,299}$/.test(name))
  if (odd !== undefined)
    return `Invalid field name "${odd}". Fields must contain only letters, numbers, and underscores, start with a letter or underscore, and be at most 300 characters long.`
  const twice = names.find((name, at) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) !== at)
  return twice === undefined ? undefined : `Duplicate field name: ${twice}`
}
