import { StartFailure } from '../host/start-failure.ts'
import { inOrderOfReference, listReferences } from '../store/backup/store-tables.ts'
import { queueHeldRuns } from '../store/organization-move/held-work.ts'
import {
  insertPrograms,
  listAccountsOf,
  listPeopleToMove,
  listPrograms,
} from '../store/organization-move/known-people.ts'
import {
  describeTables,
  type KnownPeople,
  type MovingRow,
  readRows,
  type TableToMove,
  writeRows,
} from '../store/organization-move/move-rows.ts'
import {
  beginArriving,
  findMove,
  lastEpoch,
  type OrganizationMoveRow,
  raiseEpochs,
  readOrganizationToMove,
  saveProgress,
} from '../store/organization-move/organization-moves.ts'
import { organizationExists } from '../store/organizations/organizations.ts'
import { type SealedCredentials, type Vault, VaultError } from '../vault/vault.ts'
import { sealedOwner } from './sealed-owner.ts'
import { inTransaction, type Side, type Sides } from './side.ts'

/** Rejected rows may have a megabyte. */
const AT_ONCE = 200

/**
 * Copies a frozen organization to the new place, where it stays frozen, too. Each part is committed with the note that it has arrived, so after
 * a death the next call goes on there. @throws StartFailure
 */
export async function copyOrganization(
  { from, to, between }: Sides,
  organizationId: string,
  move: OrganizationMoveRow,
): Promise<KnownPeople> {
  const begun = await beginCopy({ from, to, between }, organizationId, move)
  await raiseEpochs(to.query, await lastEpoch(from.query))
  for (const table of await listInOrder(to)) {
    await copyTable({ from, to, between }, organizationId, table, begun)
  }
  return begun.people
}

/** Before anything stops. @throws StartFailure when the new place cannot take the organization */
export async function refuseUnprepared({ from, to }: Sides, organizationId: string): Promise<void> {
  const [move, earlier] = [await findMove(from.query, organizationId), await findMove(to.query, organizationId)]
  if (earlier && earlier.id === move?.id) return
  if (await organizationExists(to.query, organizationId))
    throw new StartFailure(
      'The new installation has this organization already, from a backup or an earlier move. Nothing was changed.',
    )
  await matchPeople(from, to, organizationId)
}

async function beginCopy({ from, to }: Sides, organizationId: string, { id }: OrganizationMoveRow) {
  const earlier = await findMove(to.query, organizationId)
  if (earlier) return { people: earlier.people ?? {}, progress: earlier.progress }
  const people = await matchPeople(from, to, organizationId)
  const organization = await readOrganizationToMove(from.query, organizationId)
  const programs = (await listPrograms(from.query, organizationId)).map(({ content }) => content)
  await inTransaction(to, async () => {
    await beginArriving(to.query, { organization, move: id, people })
    await insertPrograms(to.query, programs)
  })
  return { people, progress: {} }
}

/** Every table that comes along, each after those that it refers to. */
export async function listInOrder({ query }: Pick<Side, 'query'>): Promise<readonly TableToMove[]> {
  const tables = await describeTables(query)
  const isMoved = (name: string) => tables.some((table) => table.name === name)
  const references = (await listReferences(query)).filter(({ table, refersTo }) => isMoved(table) && isMoved(refersTo))
  return inOrderOfReference(tables, references)
}

async function copyTable(
  { from, to, between }: Sides,
  organizationId: string,
  table: TableToMove,
  { people, progress }: { readonly people: KnownPeople; readonly progress: Readonly<Record<string, number>> },
): Promise<void> {
  let arrived = progress[table.name] ?? 0
  const options = { organizationId, people, skipped: arrived, atOnce: AT_ONCE }
  for await (const rows of readRows(from.query, table, options)) {
    const sealed = rows.map((row) => sealAgain(between, table, organizationId, row))
    await inTransaction(to, async () => {
      await writeRows(to.query, table, sealed)
      // At once: a worker there would otherwise put a run into the queue that is in none.
      if (table.name === 'runs') await queueHeldRuns(to.query, organizationId)
      await saveProgress(to.query, organizationId, table.name, arrived + rows.length)
    })
    arrived += rows.length
  }
}

/** What no key opens here stays closed there. */
function sealAgain(between: Vault, table: TableToMove, organizationId: string, row: MovingRow): MovingRow {
  if (row.sealed === null || row.owner === null) return row
  return { ...row, sealed: rewrapped(between, sealedOwner(table.name, organizationId, row.owner), row.sealed) }
}

function rewrapped(between: Vault, owner: ReturnType<typeof sealedOwner>, sealed: SealedCredentials) {
  try {
    return between.rewrap(owner, sealed) ?? sealed
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    return sealed
  }
}

/**
 * The people of the organization who have a verified account with the same address at the new place, with their uids there.
 * @throws StartFailure when nobody would own the organization there
 */
async function matchPeople(from: Side, to: Side, organizationId: string): Promise<KnownPeople> {
  const people = await listPeopleToMove(from.query, organizationId)
  const emails = people.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()]))
  const accounts = new Map((await listAccountsOf(to.query, emails)).map(({ uid, email }) => [email, uid]))
  const known = people.flatMap((person) => {
    const uid = accounts.get(person.email?.toLowerCase() ?? '')
    // Two accounts with one address are one person there: the one who came first.
    accounts.delete(person.email?.toLowerCase() ?? '')
    return uid === undefined ? [] : [{ ...person, there: uid }]
  })
  if (!known.some(({ roles }) => roles.includes('owner')))
    throw new StartFailure(
      `No owner of the organization has an account at the new installation. One of them registers there with the address of here (${addressesOf(people)}), and then you call this again.`,
    )
  return Object.fromEntries(known.map(({ uid, there }) => [uid, there]))
}

const addressesOf = (people: Awaited<ReturnType<typeof listPeopleToMove>>): string =>
  people.flatMap(({ roles, email }) => (roles.includes('owner') && email !== null ? [email] : [])).join(', ')
