import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { KNOWN_OPTIONS, STAMP, UNKNOWN_OPTIONS } from '../schema/column-options.ts'

/** Why the copy of a table's definition, with its indexes, grants and comment, would not be a full replacement for it. */
interface Hindrance {
  /** SQL for the names of what is in the way, of a table `c` in a schema `n`: no row if there is nothing. */
  readonly names: (major: number) => string
  /** What is in the way, and what would make an exchange possible. */
  readonly describe: (names: string) => Sentence
}

const when = (condition: string, name: string) => `SELECT ${name} WHERE ${condition}`

const ofColumns = (condition: string, name = 'a.attname::text') =>
  `SELECT ${name} FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND ${condition}`

const ofConstraints = (condition: string) =>
  `SELECT k.conname::text FROM pg_catalog.pg_constraint k WHERE k.conrelid = c.oid AND (${condition})`

const ofIndexes = (condition: string) =>
  `SELECT x.relname::text FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid WHERE i.indrelid = c.oid AND (${condition})`

const HAS_TARGET = 'COALESCE(a.attstattarget, -1) >= 0'

/**
 * All objects that depend on the table, its row type or its constraints: views, functions, foreign keys of others; not its own parts, nor what is named for
 * itself. The query lists the table's parts, because otherwise the server would read all dependencies of the database for each table.
 */
const DEPENDENTS = `
  SELECT DISTINCT CASE WHEN d.classid = 'pg_catalog.pg_rewrite'::regclass
      THEN (SELECT pg_catalog.pg_describe_object('pg_catalog.pg_class'::regclass, w.ev_class, 0) FROM pg_catalog.pg_rewrite w WHERE w.oid = d.objid)
      ELSE pg_catalog.pg_describe_object(d.classid, d.objid, 0) END
  FROM (
      SELECT 'pg_catalog.pg_class'::regclass AS classid, c.oid
      UNION ALL SELECT 'pg_catalog.pg_class'::regclass, indexrelid FROM pg_catalog.pg_index WHERE indrelid = c.oid
      UNION ALL SELECT 'pg_catalog.pg_constraint'::regclass, k.oid FROM pg_catalog.pg_constraint k WHERE k.conrelid = c.oid
      UNION ALL SELECT 'pg_catalog.pg_type'::regclass, c.reltype
      UNION ALL SELECT 'pg_catalog.pg_type'::regclass, t.typarray FROM pg_catalog.pg_type t WHERE t.oid = c.reltype) part
    JOIN pg_catalog.pg_depend d ON d.refclassid = part.classid AND d.refobjid = part.oid
  WHERE NOT CASE d.classid
      WHEN 'pg_catalog.pg_class'::regclass THEN d.objid = c.reltoastrelid OR d.objid IN (SELECT indexrelid FROM pg_catalog.pg_index WHERE indrelid = c.oid)
        OR d.objid IN (SELECT inhrelid FROM pg_catalog.pg_inherits WHERE inhparent = c.oid) OR d.objid IN (SELECT seqrelid FROM pg_catalog.pg_sequence)
      WHEN 'pg_catalog.pg_constraint'::regclass THEN d.objid IN (SELECT oid FROM pg_catalog.pg_constraint WHERE conrelid = c.oid)
      WHEN 'pg_catalog.pg_attrdef'::regclass THEN d.objid IN (SELECT oid FROM pg_catalog.pg_attrdef WHERE adrelid = c.oid)
      WHEN 'pg_catalog.pg_type'::regclass THEN d.objid IN (c.reltype, (SELECT typarray FROM pg_catalog.pg_type WHERE oid = c.reltype))
      WHEN 'pg_catalog.pg_rewrite'::regclass THEN d.objid IN (SELECT oid FROM pg_catalog.pg_rewrite WHERE ev_class = c.oid)
      WHEN 'pg_catalog.pg_trigger'::regclass THEN d.objid IN (SELECT oid FROM pg_catalog.pg_trigger WHERE tgrelid = c.oid OR tgisinternal)
      WHEN 'pg_catalog.pg_policy'::regclass THEN d.objid IN (SELECT oid FROM pg_catalog.pg_policy WHERE polrelid = c.oid)
      ELSE d.classid IN ('pg_catalog.pg_statistic_ext'::regclass, 'pg_catalog.pg_publication_rel'::regclass) END`

const HINDRANCES = {
  owner: {
    names: () =>
      when(`NOT pg_catalog.pg_has_role(c.relowner, 'USAGE')`, 'pg_catalog.pg_get_userbyid(c.relowner)::text'),
    describe: (names) => sentence`It belongs to ${names}: make the account its owner.`,
  },
  schema: {
    names: () => when(`NOT pg_catalog.has_schema_privilege(n.oid, 'CREATE')`, 'pg_catalog.quote_ident(n.nspname)'),
    describe: (names) => sentence`The account may not create tables there: GRANT CREATE ON SCHEMA ${names}.`,
  },
  kind: {
    names: () =>
      when(
        `c.relkind <> 'r' OR c.reloftype <> 0`,
        `CASE c.relkind WHEN 'r' THEN 'OF ' || c.reloftype::regtype::text WHEN 'p' THEN 'PARTITION BY' ELSE c.relkind::text END`,
      ),
    describe: (names) => sentence`It is no plain table: ${names}.`,
  },
  inheritance: {
    names: () =>
      `SELECT (CASE inhrelid WHEN c.oid THEN inhparent ELSE inhrelid END)::regclass::text FROM pg_catalog.pg_inherits WHERE inhrelid = c.oid OR (inhparent = c.oid AND c.relkind = 'r')`,
    describe: (names) =>
      sentence`It inherits, or others inherit from it: end that (NO INHERIT, DETACH PARTITION) for ${names}.`,
  },
  settings: {
    names:
      () => `SELECT o FROM pg_catalog.unnest(pg_catalog.array_cat(c.reloptions, (SELECT t.reloptions FROM pg_catalog.pg_class t WHERE t.oid = c.reltoastrelid))) o WHERE NOT ${STAMP('o')}
      UNION ALL ${when(`c.relpersistence <> 'p'`, `CASE c.relpersistence WHEN 'u' THEN 'UNLOGGED' ELSE c.relpersistence::text END`)}
      UNION ALL SELECT 'TABLESPACE ' || s.spcname FROM pg_catalog.pg_tablespace s WHERE s.oid = c.reltablespace
      UNION ALL SELECT 'USING ' || m.amname FROM pg_catalog.pg_am m WHERE m.oid = c.relam AND m.amname <> pg_catalog.current_setting('default_table_access_method')
      UNION ALL ${when(`c.relreplident <> 'd'`, `'REPLICA IDENTITY'`)}
      UNION ALL SELECT 'GRANT ON TYPE' FROM pg_catalog.pg_type t WHERE t.oid = c.reltype AND t.typacl IS NOT NULL
      UNION ALL ${when(`pg_catalog.obj_description(c.reltype, 'pg_type') IS NOT NULL`, `'COMMENT ON TYPE'`)}`,
    describe: (names) => sentence`It has settings: reset ${names}.`,
  },
  security: {
    names: () => `SELECT p.polname::text FROM pg_catalog.pg_policy p WHERE p.polrelid = c.oid
      UNION ALL ${when('c.relrowsecurity OR c.relforcerowsecurity', `'ROW LEVEL SECURITY'`)}
      UNION ALL SELECT 'SECURITY LABEL ' || s.provider FROM pg_catalog.pg_seclabel s WHERE s.objoid = c.oid`,
    describe: (names) => sentence`It has row security or labels: remove ${names}.`,
  },
  triggers: {
    names: () => `SELECT g.tgname::text FROM pg_catalog.pg_trigger g WHERE g.tgrelid = c.oid AND NOT g.tgisinternal`,
    describe: (names) => sentence`It has triggers: remove ${names}.`,
  },
  rules: {
    names: () => `SELECT w.rulename::text FROM pg_catalog.pg_rewrite w WHERE w.ev_class = c.oid`,
    describe: (names) => sentence`It has rules: remove ${names}.`,
  },
  publications: {
    names: () =>
      `SELECT DISTINCT p.pubname::text FROM pg_catalog.pg_publication_tables p WHERE p.schemaname = n.nspname AND p.tablename = c.relname`,
    describe: (names) => sentence`It is published: take it out of ${names}.`,
  },
  subscriptions: {
    names: () =>
      `SELECT pg_catalog.pg_describe_object('pg_catalog.pg_subscription'::regclass, s.srsubid, 0) FROM pg_catalog.pg_subscription_rel s WHERE s.srrelid = c.oid`,
    describe: (names) => sentence`It gets rows by a subscription: remove ${names}.`,
  },
  statistics: {
    names: () => `SELECT s.stxname::text FROM pg_catalog.pg_statistic_ext s WHERE s.stxrelid = c.oid
      UNION ALL ${ofColumns(`(${HAS_TARGET} OR ${KNOWN_OPTIONS} IS NOT NULL)`, `pg_catalog.concat_ws(' ', a.attname, ${KNOWN_OPTIONS})`)}
      UNION ALL ${ofIndexes(`EXISTS (SELECT FROM pg_catalog.pg_attribute a WHERE a.attrelid = x.oid AND ${HAS_TARGET})`)}`,
    describe: (names) => sentence`It has settings of statistics: remove those of ${names}.`,
  },
  sequences: {
    names: () =>
      ofColumns(`(a.attidentity <> '' OR EXISTS (SELECT FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_sequence q ON q.seqrelid = d.objid
        WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.refclassid = 'pg_catalog.pg_class'::regclass AND d.refobjid = c.oid AND d.refobjsubid = a.attnum))`),
    describe: (names) =>
      sentence`It has columns with sequences of their own (identity, serial): make these plain columns: ${names}.`,
  },
  columnGrants: {
    names: () => ofColumns('a.attacl IS NOT NULL'),
    describe: (names) =>
      sentence`It has rights on single columns: grant rights on the whole table instead, and revoke those on ${names}.`,
  },
  foreignKeys: {
    names: () => ofConstraints(`k.contype = 'f'`),
    describe: (names) => sentence`It has foreign keys: remove ${names}.`,
  },
  constraints: {
    names: (major) =>
      ofConstraints(
        `k.contype <> 'f' AND (k.contype NOT IN ('c', 'p', 'u', 'n') OR NOT k.convalidated OR NOT k.conislocal OR k.condeferrable${
          major >= 18 ? ' OR NOT k.conenforced OR k.conperiod' : ''
        } OR pg_catalog.obj_description(k.oid, 'pg_constraint') IS NOT NULL)`,
      ),
    describe: (names) => sentence`It has constraints that are not plain, or have a comment: remove or change ${names}.`,
  },
  indexes: {
    names: () =>
      ofIndexes(`NOT i.indisvalid OR i.indisclustered OR i.indisreplident OR x.reltablespace <> 0
        OR pg_catalog.obj_description(x.oid, 'pg_class') IS NOT NULL`),
    describe: (names) => sentence`It has indexes that are not plain, or have a comment: remove or change ${names}.`,
  },
  dependents: {
    names: () => DEPENDENTS,
    describe: (names) => sentence`Other objects depend on it: remove ${names}.`,
  },
  extension: {
    names: () => `SELECT pg_catalog.pg_describe_object(d.refclassid, d.refobjid, 0) FROM pg_catalog.pg_depend d
      WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('e', 'x')`,
    describe: (names) => sentence`It belongs to another object: separate it from ${names}.`,
  },
} as const satisfies Readonly<Record<string, Hindrance>>

/** SQL for the hindrances of a table `c` in a schema `n`, each with its names. */
export const HINDRANCES_OF = (major: number): string => {
  const found = Object.entries<Hindrance>(HINDRANCES).map(
    ([kind, { names }]) =>
      `'${kind}', (SELECT pg_catalog.json_agg(found.name ORDER BY found.name) FROM (${names(major)}) found (name))`,
  )
  return `pg_catalog.json_strip_nulls(pg_catalog.json_build_object(${found.join(', ')}))`
}

/** SQL for the settings of columns that neither hinder a swap nor survive it, because this version does not know them. */
export const UNKNOWN_SETTINGS = `(SELECT pg_catalog.string_agg(found.name, ', ') FROM (${ofColumns(
  `${UNKNOWN_OPTIONS} IS NOT NULL`,
  `a.attname || ' (' || ${UNKNOWN_OPTIONS} || ')'`,
)}) found (name))`

/** @param found the answer of `HINDRANCES_OF`. @returns a sentence for each kind of hindrance */
export function describeHindrances(found: string): readonly Sentence[] {
  const named = JSON.parse(found) as Partial<Record<keyof typeof HINDRANCES, readonly string[]>>
  const kinds = Object.keys(named) as (keyof typeof HINDRANCES)[]
  return kinds.map((kind) => HINDRANCES[kind].describe(shortened(named[kind] ?? [])))
}

const MAX_NAMES = 5

const shortened = (names: readonly string[]) =>
  names.length <= MAX_NAMES ? names.join(', ') : `${names.slice(0, MAX_NAMES).join(', ')} …`
