import { z } from 'zod/mini'

/** Of the file as a whole; a version refuses files with a higher one. */
export const FORMAT = 1

export const MANIFEST = 'manifest.json'
/** The hash of the manifest, and with a passphrase the proof that its writer had it. */
export const MANIFEST_CHECK = 'manifest.check.json'

/** The files of the data folder that a backup has besides the store. */
const DATA_FILES = [
  'local-accounts.json',
  'identity-key.pem',
  'master-key',
  'master-key.next',
  'master-key.previous',
] as const

export type DataFile = (typeof DATA_FILES)[number]

/** Such a file is in memory while it is written. */
const LONGEST_FILE = 64 << 20

const count = z.int().check(z.minimum(0))

const PART = {
  member: z.string(),
  /** In the file: compressed, and sealed if the backup is. */
  bytes: count,
  sha256: z.string().check(z.regex(/^[\da-f]{64}$/)),
  /** Of the content itself. */
  contentBytes: count,
}

const tablePart = z.object({ ...PART, name: z.string(), columns: z.readonly(z.array(z.string())), rows: count })

const filePart = z.object({
  ...PART,
  contentBytes: count.check(z.maximum(LONGEST_FILE)),
  /** In the data folder. */
  file: z.enum(DATA_FILES),
})

/** What the backup contains; it is the last member but one, so a file without its end has none. */
export const manifestSchema = z.object({
  format: count,
  /** Of Millrace. */
  version: z.string().check(z.maxLength(100)),
  /** ISO 8601: the moment that the backup shows. */
  createdAt: z.iso.datetime(),
  migrations: z.readonly(z.array(z.string())),
  organizations: count,
  sequences: z.record(z.string(), z.string().check(z.regex(/^-?\d{1,19}$/))),
  /** Base64; only of a backup that is sealed with a passphrase. */
  salt: z.optional(z.string().check(z.maxLength(100))),
  /** Each after the tables that it refers to. */
  tables: z.readonly(z.array(tablePart)),
  files: z.readonly(z.array(filePart)),
})

export type Manifest = z.output<typeof manifestSchema>
export type TablePart = z.output<typeof tablePart>
export type FilePart = z.output<typeof filePart>

/** A content of the backup, in a member of its own. */
export type Part = Pick<TablePart, keyof typeof PART>

export interface ManifestCheck {
  readonly sha256: string
  readonly proof?: string
}

/** The name of the member of a table or file: its endings say how to open it. */
export const memberOf = (name: string, isSealed: boolean): string => `${name}.gz${isSealed ? '.sealed' : ''}`
