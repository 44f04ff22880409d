import { defined } from '../../../../core/catalog/defined.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { type RowsOwner, sqlName } from '../schema/relation-name.ts'
import { definitionOf } from './table-definition.ts'
import { listOf, type UpsertOptions, upsertRows } from './upsert-rows.ts'
import { stageVanished } from './vanished-rows.ts'
import { createStaging, isEmpty, lockAsWriter, lockFor, revokeDefaults } from './widening.ts'
import type { PersistentStrategy, WriteStrategy } from './write-strategy.ts'

/**
 * Updates rows with the same key and inserts the others. Of several rows with one key the last one read wins.
 * Readers are never blocked.
 */
export function upsertStrategy(target: RowsOwner, stagingName: string, options: UpsertOptions): WriteStrategy {
  const { columns, create, widening, vanishing } = options
  const staging = `pg_temp.${quoteIdentifier(stagingName)}`
  return {
    effect: create !== undefined ? 'created' : 'upserted',
    staging,
    isNew: true,
    ...defined({ lock: create === undefined ? lockFor(target, lockAsWriter(target), widening) : undefined }),

    async stage(session) {
      if (create !== undefined) await session.query(create)
      await createStaging(session, target, stagingName, { columns, widening })
      if (vanishing) await stageVanished(session, vanishing)
    },

    async build() {},

    publish: (session, sent) => upsertRows(session, sent, { ...options, target, staging }),

    ...defined({
      persistent:
        options.isUnique && !vanishing && isEmpty(widening)
          ? (name: string) => persistentUpsert(target, name, options)
          : undefined,
    }),
  }
}

/** The same from a staging table that several sessions fill. The table is created only when all rows are there. */
function persistentUpsert(target: RowsOwner, stagingName: string, options: UpsertOptions): PersistentStrategy {
  const { columns, key, create } = options
  const staging = sqlName({ schema: target.schema, name: stagingName })
  const shape = `CREATE UNLOGGED TABLE ${staging} AS SELECT ${listOf(columns)} FROM ${sqlName(target)} WITH NO DATA`
  return {
    effect: create !== undefined ? 'created' : 'upserted',
    staging,
    isNew: true,
    isTarget: false,
    ...defined({ lock: create === undefined ? lockAsWriter(target) : undefined }),

    planKey: async (session) => JSON.stringify([create ?? (await definitionOf(session, target)), key]),

    async stage(session) {
      await session.query(create === undefined ? shape : `${create}; ${shape}; DROP TABLE ${sqlName(target)}`)
      await revokeDefaults(session, staging)
    },

    async build() {},

    async publish(session, sent) {
      if (create !== undefined) await session.query(create)
      return upsertRows(session, sent, { ...options, target, staging })
    },
  }
}
