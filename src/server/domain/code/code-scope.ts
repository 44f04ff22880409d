import type { CodeKind } from '../../../core/catalog/code/code-documents.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Query } from '../../store/database/database.ts'
import type { AuditChange } from '../../store/organizations/audit.ts'
import { findInTrash } from '../../store/trash/trash.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Member } from '../members/member.ts'
import { invalid, RequestError } from '../request-error.ts'
import { restoreEntry } from '../trash/restore-from-trash.ts'
import type { CodeChange, CodeDocument } from './code-document.ts'
import type { KnownNames } from './known-names.ts'

/** One transaction in which documents are applied. */
export interface CodeScope {
  readonly query: Query
  readonly vault: Vault
  readonly member: Member
  /** The values of secrets, by their references. */
  readonly secrets: Readonly<Record<string, string>>
  readonly known: Readonly<Record<CodeKind, KnownNames>>
  /** The ids that documents have. */
  readonly claimed: ReadonlySet<string>
}

/** What became of a document: nothing if it changes nothing. */
export type Outcome = Pick<CodeChange, 'action' | 'id' | 'changes' | 'previousName'> | { readonly id: string }

interface Match {
  readonly id: string
  readonly isRestored: boolean
  readonly previousName: string
}

/**
 * What a document is about: by its id, also from the trash, or else by its name. @returns nothing if it is to be created
 * @throws RequestError when its name is not unique, or it cannot be restored
 */
export async function matchOf(
  { query, member, known, claimed }: CodeScope,
  { kind, id, name }: CodeDocument,
): Promise<Match | undefined> {
  const rows = known[kind]
  const wanted = id?.toLowerCase()
  if (wanted !== undefined) {
    const isThere = rows.has(wanted)
    const entry = isThere ? undefined : await findInTrash(query, member.organizationId, wanted)
    if (entry?.kind === kind) {
      for (const restored of await restoreEntry(query, member, entry))
        if (restored.kind in known) known[restored.kind as CodeKind].put(restored)
      return { id: wanted, isRestored: true, previousName: entry.name }
    }
    if (isThere) return { id: wanted, isRestored: false, previousName: rows.nameOf(wanted) }
  }
  const [only, ...others] = rows
    .idsOf(name)
    .filter((candidate) => !claimed.has(candidate) && !rows.isDescribed(candidate))
  if (others.length > 0) throw invalid(sentence`Several have the name “${name}”. Write the id of one of them.`, 'id')
  return only === undefined ? undefined : { id: only, isRestored: false, previousName: name }
}

/** What became of something that was there before. */
export function outcomeOf(
  { id, isRestored, previousName }: Match,
  name: string,
  changes: readonly AuditChange[],
): Outcome {
  if (!isRestored && changes.length === 0) return { id }
  const isOnlyName = changes.every(({ path }) => path.length === 1 && path[0] === 'name')
  const action = isRestored ? 'restored' : isOnlyName ? 'renamed' : 'changed'
  return defined({ action, id, changes, previousName: previousName !== name ? previousName : undefined })
}

export const planOutdated = () =>
  new RequestError(
    'conflict',
    'PLAN_OUTDATED',
    sentence`Something has changed since this plan was made. Plan again, and read what would change now.`,
  )
