import type { ConnectorContext } from '../../../ports/connector.ts'
import type { SourceEntity } from '../../../ports/source.ts'
import type { DatabaseCredentials } from '../../sql/database-credentials.ts'
import { type Explained, explaining } from '../../sql/explaining.ts'
import type { PostgresSession, TextRow } from '../driver/postgres-session.ts'
import { entityOf } from '../rows/entity-of.ts'
import type { AskPresent } from '../rows/refuse-redefined.ts'
import { refuseRewritten } from '../rows/refuse-rewritten.ts'
import { describeRelations, type Relation } from '../schema/describe-relations.ts'
import { hidingTables } from '../schema/hiding-tables.ts'
import { parseRelationName, type RelationName } from '../schema/relation-name.ts'
import { underlyingNames } from '../schema/underlying-names.ts'
import { openSession } from '../session/open-session.ts'
import { postgresError } from '../session/postgres-problem.ts'
import { logLockHolder } from '../session/wait-for-locks.ts'
import { databaseSettings } from './database-settings.ts'
import type { SharedSnapshot } from './shared-snapshot.ts'

interface Opened {
  readonly snapshot: SharedSnapshot
  readonly encoding: string
  readonly credentials: DatabaseCredentials
  readonly context: ConnectorContext
}

/** The relations of a source, and queries of them in the snapshot of all streams. */
export class DescribedRelations {
  readonly snapshot: SharedSnapshot
  readonly encoding: string
  readonly #credentials: DatabaseCredentials
  readonly #context: ConnectorContext
  readonly #explained: Explained
  readonly #relations = new Map<string, Relation>()
  #mayOpenAnother = true

  constructor({ snapshot, encoding, credentials, context }: Opened) {
    this.snapshot = snapshot
    this.encoding = encoding
    this.#credentials = credentials
    this.#context = context
    this.#explained = explaining((error) => this.explain(error), context.signal)
  }

  get keeper(): PostgresSession {
    return this.snapshot.keeper
  }

  async describe(only?: readonly string[]): Promise<readonly SourceEntity[]> {
    const wanted = only?.map(parseRelationName)
    const look = this.logLockHolder(wanted ?? [])
    try {
      const { relations, behind, hiding } = await this.describing(async (keeper) => {
        const described = await describeRelations(keeper, wanted, 'source')
        return {
          relations: described,
          behind: wanted && (await underlyingNames(keeper, described)),
          hiding: await hidingTables(keeper, described),
        }
      })
      return relations.map((relation) => {
        const entity = entityOf(relation, behind, hiding(relation))
        // The storage is that of the present; the first one is the nearest to the snapshot.
        const { storage } = this.#relations.get(entity.name) ?? relation
        this.#relations.set(entity.name, { ...relation, storage })
        return entity
      })
    } finally {
      look()
    }
  }

  of(entity: SourceEntity): Relation {
    const relation = this.#relations.get(entity.name)
    if (!relation) throw new Error(`"${entity.name}" was not described by this source`)
    return relation
  }

  /** Everything else may return different rows, even in one snapshot, because it may call functions. */
  isTable(entity: SourceEntity): boolean {
    const { kind } = this.of(entity)
    return kind === 'table' || kind === 'partitioned table'
  }

  typesOf(entity: SourceEntity, columns: readonly string[]): readonly string[] {
    const { columns: known } = this.of(entity)
    return columns.map((name) => known.find((column) => column.name === name)?.type ?? '')
  }

  /** One row of a query. @param relation whose expressions it contains */
  ask(statement: string, relation?: Relation): Promise<TextRow> {
    return this.#explained(() =>
      this.snapshot.ask(relation ? `${databaseSettings(relation, this.keeper)}${statement}` : statement),
    )
  }

  /** Queries of the catalogue. */
  describing<T>(work: (keeper: PostgresSession) => Promise<T>): Promise<T> {
    return this.#explained(() => this.snapshot.describing(work))
  }

  /** Queries of the rows of a table. */
  reading<T>(entity: SourceEntity, work: (session: PostgresSession, relation: Relation) => Promise<T>): Promise<T> {
    const relation = this.of(entity)
    return this.#explained(() =>
      this.snapshot.reading(async (session) => {
        await refuseRewritten(session, relation)
        const words = databaseSettings(relation, session)
        if (words !== '') await session.query(words)
        return work(session, relation)
      }),
    )
  }

  /** In a session of its own each time: an account may have few. Each refusal is a line in the server's log, so one is enough. */
  readonly askPresent: AskPresent = async (statement, values) => {
    if (!this.#mayOpenAnother) return undefined
    const session = await openSession(this.#credentials, this.#context).catch(() => undefined)
    if (!session) {
      this.#mayOpenAnother = false
      return undefined
    }
    try {
      return await session.query(statement, values)
    } finally {
      await session.close()
    }
  }

  logLockHolder(relations: readonly RelationName[]): () => void {
    const open = () => openSession(this.#credentials, this.#context)
    return logLockHolder(relations, { log: this.#context.log, openSession: open })
  }

  explain(error: unknown): Error {
    return postgresError(error, 'source', this.#credentials.password)
  }
}
