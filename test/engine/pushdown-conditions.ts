/** A table of the value matrix, a condition on it, and whether the source finds the rows itself; else the engine does. */
interface ProbedCondition {
  readonly table: string
  readonly where: string
  readonly isPushed: boolean
}

const bySource = (table: string, ...conditions: readonly string[]): readonly ProbedCondition[] =>
  conditions.map((where) => ({ table, where, isPushed: true }))
const byEngine = (table: string, ...conditions: readonly string[]): readonly ProbedCondition[] =>
  conditions.map((where) => ({ table, where, isPushed: false }))

const uuid = 'ffffffff-ffff-4fff-bfff-ffffffffffff'

export const PROBED_CONDITIONS: readonly ProbedCondition[] = [
  ...bySource(
    'PG-01 int2',
    'v = 32767',
    'v % 7 = -1',
    'v < 100000',
    'v < 0.5',
    'v IS NULL OR NOT v >= 0',
    'v NOT IN (0, 1)',
    'n = v',
  ),
  ...bySource(
    'PG-01 int4',
    'v BETWEEN -2147483648 AND 0',
    'v <> 2147483647',
    'v % 2147483647 = -1',
    'v < 5000000000',
    '0 > v',
  ),
  ...bySource(
    'PG-02',
    'v % 10 <> 0',
    'v = 9007199254740991',
    'v >= 0.1',
    'n <> v',
    'v IN (0, 1.5)',
    'NOT (v < n AND v > 3)',
  ),
  // What is no column of the stream, and what says more than it seems.
  ...byEngine(
    'PG-01 int4',
    '__row = 1',
    's0.v = 1',
    'v = NULL',
    'v IS NOT DISTINCT FROM 1',
    'v::bigint = 1',
    'NULL',
    '1 = 1',
  ),
  // JSON would lose digits; a result could be too large.
  ...byEngine('PG-02', 'v = 9007199254740993', 'v + n > 3', `v = '3'`, 'v = 1e3', 'v', 'v % 0 = 1', 'v % n = 1'),
  ...bySource(
    'PG-03 fixed',
    'v > 1.1',
    'v >= 1.10',
    'v = -0.01',
    'v < 99999999999.5',
    'v IS NOT NULL',
    'v > n',
    'v IN (1.1, -0.010)',
  ),
  ...bySource('PG-03 inside', 'v > 1', 'v <= 1.1', 'v = 0', 'v IS NULL', 'v < 123456.1234567891'),
  ...byEngine('PG-03', 'v > 1'),
  ...byEngine('PG-03 inside', 'v < 0.12345678901234', 'v < 12345678901.1234567', 'v % 2 = 0', 'round(v) = 1'),
  ...byEngine('NaN', 'v > 1'),
  ...bySource('fraction', 'v > 0.0001', 'v < 5', 'v = -0.00099'),
  ...bySource('hundreds', 'v > 12300', 'v >= 12300', 'v < 0.5'),
  ...bySource('PG-07', 'v', 'NOT v', 'v = true', 'v <> false', 'v IS NULL', 'v < true', 'NOT (v AND n > 0)'),
  ...bySource(
    'PG-08 text',
    `v = ''`,
    `v > 'NULL'`,
    `v < 'é'`,
    `v >= '🚂'`,
    `v IS NULL`,
    `v = '\\N'`,
    `v LIKE '%\\%'`,
    `v LIKE '__'`,
    `v LIKE '🚂%'`,
    `v LIKE '🚂_👩%'`,
    `v NOT LIKE '% %'`,
    `v IN ('\\.', '  trailing  ', 'it''s')`,
    `v BETWEEN '!' AND '~'`,
    `v <> E'\\t'`,
  ),
  ...byEngine(
    'PG-08 text',
    'length(v) > 3',
    `v ILIKE 'null'`,
    `v COLLATE nocase = 'null'`,
    `v LIKE 'x' ESCAPE '!'`,
    `v ~ 'x'`,
    `v || 'a' = 'a'`,
  ),
  ...bySource('PG-08 varchar', `v = 'ab   '`, `v = 'ab'`, `v LIKE '_____'`, `v > 'z'`),
  // Padded for some and not for others.
  ...byEngine('PG-09', `v = 'x'`, 'v IS NULL'),
  ...byEngine('PG-08 citext', `v = 'mixed'`),
  ...byEngine('PG-08 name', `v = 'a name'`),
  ...bySource('enumeration', `v = 'fine'`, `v > 'fine'`, `v = 'no such mood'`, `v IN ('o''k')`),
  ...bySource('PG-12 inside', `v > '2024-01-01'`, `v < '2024-01-01'`, `v = '2024-03-31'`, 'v IS NULL', 'v = v'),
  ...byEngine('PG-12', `v > '2024-01-01'`),
  ...byEngine('PG-12 inside', `v > 'infinity'`, `v > '2024-1-1'`, `v > current_date`, `v > '2024-01-01 12:00:00'`),
  ...bySource(
    'PG-13 inside',
    `v >= '2024-03-31 02:30:00.123456'`,
    `v > '2024-03-31'`,
    `v < '2024-03-31 02:30:00.123457'`,
    'v IS NOT NULL',
  ),
  ...byEngine('PG-13', `v > '2024-01-01'`),
  ...bySource('PG-13 rounded', `v > '2024-03-31 02:30:00.1229'`),
  ...bySource('PG-14 inside', `v > '2024-03-10 06:30:00'`, `v <= '2024-03-10 06:30:00'`, `v < '2024-01-01'`),
  ...byEngine(
    'PG-14 inside',
    `v > '2024-03-10 02:30:00 America/New_York'`,
    `v > '2024-03-10 02:30:00+02'`,
    `v > now() - INTERVAL 30 DAY`,
  ),
  ...bySource('PG-19', `v = '${uuid}'`, `v <> '${uuid}'`, `v IN ('${uuid}')`, 'v IS NULL'),
  ...byEngine('PG-19', `v = '${uuid.toUpperCase()}'`, `v < '${uuid}'`),
  ...byEngine('PG-05 float8', 'v > 0.1', 'v IS NULL'),
  ...byEngine('PG-05 float4', 'v = 0.1'),
  ...byEngine('PG-06', 'v > 1'),
  ...byEngine('PG-17', 'v IS NULL'),
  ...byEngine('PG-23 composite', 'v IS NULL'),
  ...byEngine('PG-23 oid', 'v > 5'),
]
