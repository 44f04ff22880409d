import { defined } from '../../../../core/catalog/defined.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import type { PostgresSession, TextRow } from '../driver/postgres-session.ts'
import type { LoadContext } from '../load/open-load.ts'
import { describeRelations, type Relation } from '../schema/describe-relations.ts'
import { entityName, parseRelationName } from '../schema/relation-name.ts'
import { LIMIT_LOCK_WAITS, type LockWait, waitForLocks } from '../session/wait-for-locks.ts'
import { tableFacts } from '../write/choose-strategy.ts'
import { definitionsOf } from '../write/table-definition.ts'
import { findNameTakers, type NameTaker } from '../write/taken-name.ts'
import { tiedTables } from './tied-tables.ts'

/** The existing state of a target. */
export interface SurveyedTarget {
  readonly relation?: Relation
  /** The properties that `chooseStrategy` uses; for an existing table that is to be replaced. */
  readonly facts?: TextRow
  /** See `definitionsOf`; for an existing table. */
  readonly definition?: string
  /** Another object with the name of a missing table. */
  readonly taker?: NameTaker
  /** Whether a change of its rows concerns another table. */
  readonly isTied: boolean
  /** Types that are known to exist in the database. */
  readonly knownTypes: Set<string>
}

/** The server plans one query for all of them, and planning takes longer than the answer for one; more at once would need too much memory. */
const TARGETS_AT_ONCE = 500

/** Describes several targets with a few queries. @returns the state of each, by its entity name */
export async function surveyTargets(
  session: PostgresSession,
  requests: readonly Pick<TargetRequest, 'target' | 'mode'>[],
  knownTypes: Set<string> = new Set(),
): Promise<Map<string, SurveyedTarget>> {
  const surveyed = new Map<string, SurveyedTarget>()
  for (let at = 0; at < requests.length; at += TARGETS_AT_ONCE) {
    const some = requests.slice(at, at + TARGETS_AT_ONCE).map(({ target, mode }) => ({
      name: parseRelationName(target),
      mode,
    }))
    const names = some.map(({ name }) => name)
    // Earlier than what they describe: a change in between then makes the plan be looked at again, and not be trusted.
    const definitions = await definitionsOf(session, names)
    const relations = await describeRelations(session, names)
    const found = new Map(relations.map((relation) => [entityName(relation), relation]))
    const replaced = some.flatMap(({ name, mode }) =>
      mode === 'replace' ? (found.get(entityName(name))?.oid ?? []) : [],
    )
    const facts = replaced.length > 0 ? await tableFacts(session, replaced) : new Map<string, TextRow>()
    // One that is described alone has nothing beside it.
    const others = requests.length > 1 ? relations.map(({ oid }) => oid) : []
    const tied = await tiedTables(session, others)
    const takers = await findNameTakers(
      session,
      some.flatMap(({ name }) => (found.has(entityName(name)) ? [] : [name])),
    )
    for (const { name } of some) {
      const relation = found.get(entityName(name))
      const own = relation && facts.get(String(relation.oid))
      const taker = takers.get(entityName(name))
      const definition = relation && definitions.get(entityName(name))
      const isTied = relation !== undefined && (others.length === 0 || tied.has(String(relation.oid)))
      surveyed.set(entityName(name), defined({ relation, facts: own, definition, taker, isTied, knownTypes }))
    }
  }
  return surveyed
}

/** The common state of all targets of a run at one database. */
export interface TargetWork extends LoadContext {
  readonly knownTypes: Set<string>
  readonly encodingOf: (session: PostgresSession) => Promise<string>
}

/** Sizes and indexes of a table cannot be read while it is locked. */
export function surveyUnlocked(
  { log, knownTypes }: TargetWork,
  session: PostgresSession,
  requests: readonly TargetRequest[],
  patience: Pick<LockWait, 'tries'> = {},
): Promise<Map<string, SurveyedTarget>> {
  const targets = requests.map(({ target }) => parseRelationName(target))
  return waitForLocks(session, { targets, log, ...patience }, async () => {
    await session.query(`BEGIN; ${LIMIT_LOCK_WAITS}`)
    const surveyed = await surveyTargets(session, requests, knownTypes)
    await session.query('ROLLBACK')
    return surveyed
  })
}

export async function surveyTarget(work: TargetWork, session: PostgresSession, request: TargetRequest) {
  const [surveyed] = (await surveyUnlocked(work, session, [request])).values()
  return surveyed ?? { isTied: false, knownTypes: work.knownTypes }
}
