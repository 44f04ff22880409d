import { defined } from '../../../../core/catalog/defined.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { internalName, type RelationName, sqlName } from '../schema/relation-name.ts'
import { definitionOf, targetChanged } from './table-definition.ts'
import { isEmpty, revokeDefaults, type Widening, widenStatement } from './widening.ts'
import type { PersistentStrategy } from './write-strategy.ts'

/**
 * The target is a plain table without dependent objects (see `isSwappable`): a copy of its definition is filled, gets its
 * indexes, constraints, owner, grants and comments with their names, and replaces it. The cheapest way.
 */
export function swapStrategy(
  target: RelationName & { readonly oid: number },
  stagingName: string,
  widening: Widening,
): PersistentStrategy {
  const { oid } = target
  const staging = sqlName({ schema: target.schema, name: stagingName })
  let indexes: readonly Index[] = []
  let definition: string | undefined
  return {
    effect: 'replaced',
    staging,
    isNew: true,
    isTarget: true,
    lock: `LOCK TABLE ${sqlName(target)} IN ACCESS EXCLUSIVE MODE`,

    ...defined({ persistent: isEmpty(widening) ? (name: string) => swapStrategy(target, name, widening) : undefined }),

    async planKey(session) {
      definition = await definitionOf(session, target)
      return definition ?? ''
    },

    async stage(session) {
      definition = await definitionOf(session, target)
      await session.query(
        `CREATE TABLE ${staging} (LIKE ${sqlName(target)} INCLUDING ALL EXCLUDING INDEXES EXCLUDING IDENTITY EXCLUDING STATISTICS)`,
      )
      if (!isEmpty(widening)) await session.query(widenStatement(staging, widening))
      await revokeDefaults(session, staging)
    },

    async build(session) {
      indexes = await indexesOf(session, oid, stagingName)
      const created = indexes.map(
        ({ isUnique, rest, temporaryName }) =>
          `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${quoteIdentifier(temporaryName)} ON ${staging} USING ${rest}`,
      )
      // Not earlier: nobody else may read a staging table that outlives its transaction.
      await session.query([...created, ...(await grants(session, oid, staging))].join(';\n'))
    },

    async publish(session) {
      const now = await definitionOf(session, target)
      // A change that a swap would lose.
      if (now === undefined || now !== definition) throw targetChanged(target)
      const named = indexes.map(({ name, temporaryName, constraint }) =>
        constraint === null
          ? `ALTER INDEX ${sqlName({ schema: target.schema, name: temporaryName })} RENAME TO ${quoteIdentifier(name)}`
          : `ALTER TABLE ${sqlName(target)} ADD CONSTRAINT ${quoteIdentifier(name)} ${constraint} USING INDEX ${quoteIdentifier(temporaryName)}`,
      )
      const renamed = `ALTER TABLE ${staging} RENAME TO ${quoteIdentifier(target.name)}`
      await session.query([`DROP TABLE ${sqlName(target)}`, renamed, ...named].join(';\n'))
      return undefined
    },
  }
}

interface Index {
  readonly name: string
  readonly temporaryName: string
  readonly isUnique: boolean
  /** The definition from the access method on. */
  readonly rest: string
  /** The constraint to declare with it: `PRIMARY KEY` or `UNIQUE`. */
  readonly constraint: string | null
}

/** The output of `pg_get_indexdef` before the part that can be reused for another table. */
const INDEX_HEAD = `'CREATE ' || CASE WHEN i.indisunique THEN 'UNIQUE ' ELSE '' END || 'INDEX ' || pg_catalog.quote_ident(c.relname)
  || ' ON ' || pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(t.relname) || ' USING '`

async function indexesOf(session: PostgresSession, oid: number, stagingName: string): Promise<readonly Index[]> {
  const rows = await session.repeat(
    `SELECT c.relname AS name, i.indisunique AS is_unique,
       pg_catalog.substr(pg_catalog.pg_get_indexdef(i.indexrelid), 1 + pg_catalog.length(${INDEX_HEAD})) AS rest,
       CASE k.contype WHEN 'p' THEN 'PRIMARY KEY' WHEN 'u' THEN 'UNIQUE' END AS constraint
     FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid JOIN pg_catalog.pg_class t ON t.oid = i.indrelid
       JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace
       LEFT JOIN pg_catalog.pg_constraint k ON k.conindid = i.indexrelid AND k.conrelid = i.indrelid AND k.contype IN ('p', 'u')
     WHERE i.indrelid = $1 ORDER BY c.relname`,
    [oid],
  )
  return rows.map((row) => {
    const name = row['name'] ?? ''
    return {
      name,
      temporaryName: internalName(stagingName, name),
      isUnique: row['is_unique'] === 't',
      rest: row['rest'] ?? '',
      constraint: row['constraint'] ?? null,
    }
  })
}

/** Owner, grants and the comment: the definition copied with LIKE has none of them. */
async function grants(session: PostgresSession, oid: number, staging: string): Promise<readonly string[]> {
  const rows = await session.repeat(
    `SELECT pg_catalog.format('ALTER TABLE %s OWNER TO %I', $2::text, pg_catalog.pg_get_userbyid(c.relowner)) AS statement, 0 AS rank
       FROM pg_catalog.pg_class c WHERE c.oid = $1
     UNION ALL SELECT pg_catalog.format('REVOKE ALL ON TABLE %s FROM %I', $2::text, pg_catalog.pg_get_userbyid(c.relowner)), 1
       FROM pg_catalog.pg_class c WHERE c.oid = $1 AND c.relacl IS NOT NULL
     UNION ALL SELECT pg_catalog.format('GRANT %s ON TABLE %s TO %s%s', a.privilege_type, $2::text,
         CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(a.grantee)) END,
         CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END), 2
       FROM pg_catalog.pg_class c, pg_catalog.aclexplode(c.relacl) a WHERE c.oid = $1
     UNION ALL SELECT pg_catalog.format('COMMENT ON TABLE %s IS %L', $2::text, pg_catalog.obj_description($1, 'pg_class')), 3
       WHERE pg_catalog.obj_description($1, 'pg_class') IS NOT NULL
     ORDER BY rank`,
    [oid, staging],
  )
  return rows.map((row) => row['statement'] ?? '')
}
