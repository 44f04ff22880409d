/** Names of databases whose SQL these texts are written in. */
export type SqlSystem = 'postgres' | 'mysql'

const isPlain = (name: string) => /^[a-z_][a-z0-9_]*$/.test(name)

/** A name in the notation of the system. */
export const quotedName = (system: SqlSystem, name: string): string =>
  system === 'mysql' ? `\`${name.replaceAll('`', '``')}\`` : isPlain(name) ? name : `"${name.replaceAll('"', '""')}"`

/** A table as flows name it, `schema.table`, in the notation of the system. */
export function quotedTable(system: SqlSystem, table: string): string {
  const dot = table.indexOf('.')
  if (dot < 0) return quotedName(system, table)
  return `${quotedName(system, table.slice(0, dot))}.${quotedName(system, table.slice(dot + 1))}`
}
