import { type TableParts, tableParts } from '../../catalog/table-parts.ts'

/** Names of databases whose SQL these texts are written in. */
export type SqlSystem = 'postgres' | 'mysql'

/** A name in the notation of the system; always in quotes, because a plain word may be reserved. */
export const quotedName = (system: SqlSystem, name: string): string =>
  system === 'mysql' ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`

/** A table in the notation of the system. */
export const objectName = (system: SqlSystem, { schema, name }: TableParts): string =>
  [schema, name].flatMap((part) => (part === undefined ? [] : [quotedName(system, part)])).join('.')

/** A table as flows name it, in the notation of the system. */
export const quotedTable = (system: SqlSystem, table: string): string => objectName(system, tableParts(table))
