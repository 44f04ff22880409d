import type { StoreTable } from '../store/backup/store-tables.ts'

/** Of the file as a whole; a version refuses files with a higher one. */
export const FORMAT = 1

export const MANIFEST = 'manifest.json'
/** The hash of the manifest, and with a passphrase the proof that its writer had it. */
export const MANIFEST_CHECK = 'manifest.check.json'

/** A content of the backup, in a member of its own. */
export interface Part {
  readonly member: string
  /** In the file: compressed, and sealed if the backup is. */
  readonly bytes: number
  readonly sha256: string
  /** Of the content itself. */
  readonly contentBytes: number
}

export interface TablePart extends Part, StoreTable {
  readonly rows: number
}

export interface FilePart extends Part {
  /** In the data folder. */
  readonly file: DataFile
}

/** The files of the data folder that a backup has besides the store. */
export type DataFile = 'local-accounts.json' | 'identity-key.pem' | `master-key${'' | '.next' | '.previous'}`

/** What the backup contains; it is the last member but one, so a file without its end has none. */
export interface Manifest {
  readonly format: number
  /** Of Millrace. */
  readonly version: string
  /** ISO 8601: the moment that the backup shows. */
  readonly createdAt: string
  readonly migrations: readonly string[]
  readonly organizations: number
  readonly sequences: Readonly<Record<string, string>>
  /** Base64; only of a backup that is sealed with a passphrase. */
  readonly salt?: string
  /** Each after the tables that it refers to. */
  readonly tables: readonly TablePart[]
  readonly files: readonly FilePart[]
}

export interface ManifestCheck {
  readonly sha256: string
  readonly proof?: string
}

/** The name of the member of a table or file: its endings say how to open it. */
export const memberOf = (name: string, isSealed: boolean): string => `${name}.gz${isSealed ? '.sealed' : ''}`
