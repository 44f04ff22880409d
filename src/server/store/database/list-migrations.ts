import { isOlderVersion } from '../../host/version.ts'
import type { Query } from './database.ts'

export interface AppliedMigration {
  readonly name: string
  /** The oldest version of Millrace that can work with the store after it; absent: none that does not know it. */
  readonly works_with: string | null
}

/** @returns the migrations that the store has */
export const listMigrations = (query: Query): Promise<AppliedMigration[]> =>
  query<AppliedMigration>('select name, works_with from migrations')

/** @returns the names of those that a program of this version neither knows nor can work with */
export const tooNew = (applied: readonly AppliedMigration[], known: ReadonlySet<string>, version: string): string[] =>
  applied
    .filter(({ name, works_with: oldest }) => !known.has(name) && (oldest === null || isOlderVersion(version, oldest)))
    .map(({ name }) => name)
