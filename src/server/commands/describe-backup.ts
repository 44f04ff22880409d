import type { Manifest } from '../backup/manifest.ts'

/** What is in a backup, in lines for a person. */
export function describeBackup({ version, createdAt, organizations, tables, files, salt }: Manifest): string[] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = [...tables, ...files].reduce((sum, part) => sum + part.bytes, 0)
  const isThere = (file: string) => files.some((part) => part.file === file)
  return [
    `  made        ${createdAt} by Millrace ${version}`,
    `  contains    ${counted(organizations, 'organization')}, ${counted(rows, 'row')} in ${counted(tables.length, 'table')}, ${(bytes / 1e6).toFixed(1)} MB`,
    `  accounts    ${isThere('local-accounts.json') ? 'the local accounts' : 'no local accounts'}`,
    `  master key  ${isThere('master-key') ? 'included' : 'not included: keep MASTER_KEY, or the file master-key of the data folder, in another place'}`,
    `  passphrase  ${salt === undefined ? 'none: whoever has the file can read it' : 'needed'}`,
  ]
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
