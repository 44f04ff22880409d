import type { GoneAtSource } from '../../catalog/runs/gone-at-source.ts'
import type { SavedVersion } from '../../versions/saved-version.ts'
import type { Run, RunStream } from '../run.ts'

/** Versions, for people; each is absent if it is not known, or if that end has none. */
export interface RunServers {
  readonly millrace?: string
  readonly source?: string
  readonly destination?: string
}

/** A saved change of a connection of the flow. */
export interface SettingsChange extends SavedVersion {
  /** `connection`, or `integration` for its credentials. */
  readonly of: string
  readonly connection: { readonly id: string; readonly name: string }
}

/** What has changed around a flow between its last run that succeeded and this one. */
export interface ChangesSinceGood {
  /** Absent: no run had succeeded before. */
  readonly goodRunId?: string
  /** Newest first. */
  readonly settings: readonly SettingsChange[]
  readonly servers: { readonly before: RunServers; readonly after: RunServers }
}

export interface ServerChange {
  readonly of: keyof RunServers
  readonly before: string
  readonly after: string
}

const SERVERS = ['millrace', 'source', 'destination'] as const

/** Servers whose version is another one; a version that is not known for both runs says nothing. */
export const changedServers = ({ servers: { before, after } }: ChangesSinceGood): readonly ServerChange[] =>
  SERVERS.flatMap((of) => {
    const [was, is] = [before[of], after[of]]
    return was !== undefined && is !== undefined && was !== is ? [{ of, before: was, after: is }] : []
  })

/** The tables of a run whose columns have changed since they last arrived. */
export const changedTables = ({ streams }: Pick<Run, 'streams'>): readonly RunStream[] =>
  streams.filter(({ columnChanges = [] }) => columnChanges.length > 0)

/** Each table, and each column of a joined table, that the source does not have any more, or does not show to the account. */
export function goneTables({ streams }: Pick<Run, 'streams'>): readonly GoneAtSource[] {
  const gone = new Map(streams.flatMap(goneOf).map((one) => [`${one.table} ${one.column ?? ''}`, one]))
  return [...gone.values()]
}

function goneOf({ entity, error }: RunStream): readonly GoneAtSource[] {
  if (error?.gone) return [error.gone]
  // One that names a step is about a table that the step needs, which runs of older versions do not name.
  const isOwn = error?.code === 'ENTITY_NOT_FOUND' && error.side !== 'destination' && error.node === undefined
  return isOwn ? [{ table: entity }] : []
}
