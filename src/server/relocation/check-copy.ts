import {
  describeTables,
  type KnownPeople,
  listSealed,
  sumArrived,
  sumToMove,
} from '../store/organization-move/move-rows.ts'
import { type Owner, type SealedCredentials, type Vault, VaultError } from '../vault/vault.ts'
import { sealedOwner } from './sealed-owner.ts'
import type { Sides } from './side.ts'

export interface CheckedCopy {
  readonly tables: number
  readonly rows: number
  /** What is sealed there and opens there. */
  readonly secrets: number
  /** What no key has opened at the old place either. */
  readonly locked: number
  /** Sentences about what is not the same; empty: both sides are. */
  readonly differences: readonly string[]
}

/** Compares the counts and the digests of both sides, table by table, and opens every data key with the key of the new place. */
export async function checkCopy(
  { from, to, between }: Sides,
  organizationId: string,
  people: KnownPeople,
): Promise<CheckedCopy> {
  const tables = await describeTables(to.query)
  const differences: string[] = []
  let rows = 0
  for (const table of tables) {
    const here = await sumToMove(from.query, table, organizationId, people)
    const there = await sumArrived(to.query, table, organizationId)
    rows += there.rows
    if (here.rows !== there.rows) differences.push(`${table.name}: ${here.rows} rows, but ${there.rows} there`)
    else if (here.digest !== there.digest) differences.push(`${table.name}: ${here.rows} rows with other values there`)
  }
  let secrets = 0
  let locked = 0
  for (const table of tables) {
    for await (const { owner, sealed } of listSealed(to.query, table, organizationId)) {
      if (!sealed) continue
      const ownedBy = sealedOwner(table.name, organizationId, owner)
      if (opens(to.vault, ownedBy, sealed)) secrets += 1
      else if (opens(between, ownedBy, sealed)) differences.push(`${table.name}: a secret that does not open there`)
      else locked += 1
    }
  }
  return { tables: tables.length, rows, secrets, locked, differences }
}

function opens(vault: Vault, owner: Owner, sealed: SealedCredentials): boolean {
  try {
    vault.open(owner, sealed)
    return true
  } catch (error) {
    if (error instanceof VaultError) return false
    throw error
  }
}
