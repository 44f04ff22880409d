import { opensMarker } from '../domain/master-key/check-master-key.ts'
import { StartFailure } from '../host/start-failure.ts'
import { listMigrationNames } from '../store/backup/store-tables.ts'
import { findMasterKeyMarker } from '../store/connections/master-key-marker.ts'
import type { Query } from '../store/database/database.ts'
import { openSession } from '../store/database/store-session.ts'
import type { Vault } from '../vault/vault.ts'

/** One of the two installations between which an organization moves. */
export interface Side {
  readonly query: Query
  readonly vault: Vault
  end(): Promise<void>
}

export interface Sides {
  readonly from: Side
  readonly to: Side
  /** Opens what the old place has sealed, and seals for the new one. */
  readonly between: Vault
}

/** @param place what people call it @throws StartFailure when the store cannot be reached, or the key is not its own */
export async function openSide(databaseUrl: string, vault: Vault, place: 'old' | 'new'): Promise<Side> {
  const { query, end } = await openSession(databaseUrl)
  try {
    await query(`set search_path = millrace`)
    await query(`set timezone = 'UTC'`)
    await query(`set millrace.system = 'on'`)
    await query(`set millrace.moving = 'on'`)
    const marker = await findMasterKeyMarker(query).catch(() => undefined)
    if (!marker)
      throw new StartFailure(`The ${place} installation has never been started. Start it once, and call this again.`)
    if (!opensMarker(vault, marker))
      throw new StartFailure(`The master key is not that of the store of the ${place} installation.`)
    return { query, vault, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** @throws StartFailure unless both stores have the same tables */
export async function refuseOtherVersions(from: Side, to: Side): Promise<void> {
  const [here, there] = await Promise.all(
    [from, to].map(async ({ query }) => (await listMigrationNames(query)).map(({ name }) => name).join()),
  )
  if (here !== there)
    throw new StartFailure(
      'The two installations have different versions of Millrace. Upgrade the older one, and call this again; nothing was changed.',
    )
}

/** Work in one transaction of a side. */
export async function inTransaction<T>({ query }: Pick<Side, 'query'>, work: () => Promise<T>): Promise<T> {
  await query('begin')
  try {
    const result = await work()
    await query('commit')
    return result
  } catch (error) {
    await query('rollback').catch(() => [])
    throw error
  }
}
