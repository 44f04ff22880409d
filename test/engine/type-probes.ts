export interface TypeProbe {
  /** The row of the value matrix, and the name of the table. */
  readonly id: string
  readonly type: string
  /** SQL expressions. */
  readonly values: readonly string[]
  /** The first major version that has these values. */
  readonly since?: number
}

/** What a destination has to have for these types. */
export const EXTENSIONS = 'CREATE EXTENSION hstore; CREATE EXTENSION ltree; CREATE EXTENSION citext'

/** Types that people make; a destination of Postgres gets them with their tables. */
export const TYPE_SETUP = `${EXTENSIONS};
  CREATE DOMAIN positive AS numeric(20, 5) CHECK (VALUE > 0);
  CREATE TYPE pair AS (a int, "b c" text)`

const digits = (count: number) => `'${'9'.repeat(count)}'`

/** The value matrix: the usual, the extreme and NULL of every type. */
export const TYPE_PROBES: readonly TypeProbe[] = [
  { id: 'PG-01 int2', type: 'int2', values: ['-32768', '32767', '0', 'NULL'] },
  { id: 'PG-01 int4', type: 'int4', values: ['-2147483648', '2147483647', '0', 'NULL'] },
  { id: 'PG-02', type: 'int8', values: [`'-9223372036854775808'`, '9223372036854775807', '9007199254740993', 'NULL'] },
  {
    id: 'PG-03',
    type: 'numeric',
    values: [
      digits(38),
      digits(76),
      digits(131072),
      `'0.${'1'.repeat(16383)}'`,
      `'-0.00000'`,
      '1.10',
      `'NaN'`,
      `'Infinity'`,
      `'-Infinity'`,
      'NULL',
    ],
  },
  { id: 'PG-03 fixed', type: 'numeric(14,2)', values: ['999999999999.99', '-0.01', '1.1', 'NULL'] },
  { id: 'PG-04', type: 'numeric[]', values: [`'{12345678901234567890,NULL,1.10,NaN}'`, `'{}'`, 'NULL'] },
  {
    id: 'PG-05 float4',
    type: 'float4',
    values: ['0.1', `'1e-45'`, `'3.4028235e38'`, `'-0'`, `'NaN'`, `'Infinity'`, `'-Infinity'`, 'NULL'],
  },
  {
    id: 'PG-05 float8',
    type: 'float8',
    values: [
      '0.1',
      '1e308',
      `'5e-324'`,
      `'-0'`,
      `'NaN'`,
      `'Infinity'`,
      `'-Infinity'`,
      '0.1::float8 + 0.2::float8',
      'NULL',
    ],
  },
  { id: 'PG-06', type: 'money', values: [`'-92233720368547758.08'`, `'92233720368547758.07'`, `'$1,234.56'`, 'NULL'] },
  { id: 'PG-07', type: 'boolean', values: ['true', 'false', 'NULL'] },
  {
    id: 'PG-08 text',
    type: 'text',
    values: [
      `''`,
      'NULL',
      `'  trailing  '`,
      `'🚂 👩‍👩‍👧'`,
      `U&'e\\0301'`,
      `U&'\\FFFE'`,
      `repeat('x', 1048576)`,
      `'\\N'`,
      `'\\.'`,
      `E'\\t\\n\\r\\\\ '' " \\b\\f\\v \\x01'`,
      `'NULL'`,
    ],
  },
  { id: 'PG-08 varchar', type: 'varchar(5)', values: [`''`, `'ab   '`, `'ééééé'`, 'NULL'] },
  { id: 'PG-08 name', type: 'name', values: [`'a name'`, 'NULL'] },
  { id: 'PG-08 char', type: '"char"', values: [`'x'`, `''`, 'NULL'] },
  { id: 'PG-08 citext', type: 'citext', values: [`'MiXed'`, 'NULL'] },
  { id: 'PG-09', type: 'char(5)', values: [`'x'`, `''`, `'five5'`, 'NULL'] },
  { id: 'PG-11', type: 'bytea', values: [`''`, `'\\x00ff'`, `decode(repeat('00ff0a5c', 2621440), 'hex')`, 'NULL'] },
  {
    id: 'PG-12',
    type: 'date',
    values: [
      `'0001-01-01'`,
      `'0044-03-15 BC'`,
      `'4713-01-01 BC'`,
      `'infinity'`,
      `'-infinity'`,
      `'5874897-12-31'`,
      `'2024-03-31'`,
      'NULL',
    ],
  },
  {
    id: 'PG-13',
    type: 'timestamp',
    values: [
      `'2024-03-31 02:30:00.123456'`,
      `'epoch'`,
      `'0044-03-15 12:00 BC'`,
      `'infinity'`,
      `'-infinity'`,
      `'294276-12-31 23:59:59.999999'`,
      'NULL',
    ],
  },
  { id: 'PG-13 rounded', type: 'timestamp(3)', values: [`'2024-03-31 02:30:00.123'`, 'NULL'] },
  {
    id: 'PG-14',
    type: 'timestamptz',
    values: [
      `'2024-03-10 02:30:00 America/New_York'`,
      `'2024-01-01 00:00:00.999999+14'`,
      `'infinity'`,
      `'-infinity'`,
      `'0044-03-15 BC'`,
      'NULL',
    ],
  },
  { id: 'PG-15 time', type: 'time', values: [`'24:00:00'`, `'00:00:00.000001'`, `'23:59:59.999999'`, 'NULL'] },
  {
    id: 'PG-15 timetz',
    type: 'timetz',
    values: [`'24:00:00+15:59'`, `'00:00:00.000001-15:59'`, `'12:00:00+05:45:10'`, 'NULL'],
  },
  {
    id: 'PG-16',
    type: 'interval',
    values: [
      `'1 year 2 mons -3 days 04:05:06.789'`,
      `'178000000 years'`,
      `'-178000000 years'`,
      `'-1 mons +1 day -00:00:00.000001'`,
      `'00:00:00'`,
      'NULL',
    ],
  },
  { id: 'PG-16 fields', type: 'interval day to second(3)', values: [`'3 days 04:05:06.789'`, 'NULL'] },
  { id: 'PG-16 infinity', type: 'interval', values: [`'infinity'`, `'-infinity'`], since: 17 },
  {
    id: 'PG-17',
    type: 'json',
    values: [`'{"a": 1, "a":2, "b":12345678901234567890,"c":1.10}'`, `'"\\u0000"'`, `'null'`, `' [1,  2] '`, 'NULL'],
  },
  {
    id: 'PG-18',
    type: 'jsonb',
    values: [`'null'`, `'1.10'`, `'"text"'`, `'{"b": 12345678901234567890.123456789, "a": [null]}'`, 'NULL'],
  },
  {
    id: 'PG-19',
    type: 'uuid',
    values: [`'00000000-0000-0000-0000-000000000000'`, `'FFFFFFFF-ffff-4fff-bfff-ffffffffffff'`, 'NULL'],
  },
  {
    id: 'PG-20 inet',
    type: 'inet',
    values: [`'10.0.0.1'`, `'10.0.0.1/8'`, `'::ffff:1.2.3.4/64'`, `'0.0.0.0/0'`, 'NULL'],
  },
  { id: 'PG-20 cidr', type: 'cidr', values: [`'10.0.0.0/8'`, `'::/0'`, 'NULL'] },
  { id: 'PG-20 macaddr', type: 'macaddr', values: [`'08:00:2b:01:02:03'`, 'NULL'] },
  { id: 'PG-20 macaddr8', type: 'macaddr8', values: [`'08:00:2b:01:02:03:04:05'`, 'NULL'] },
  { id: 'PG-21 bit', type: 'bit(3)', values: [`B'101'`, `B'000'`, 'NULL'] },
  { id: 'PG-21 varbit', type: 'varbit', values: [`B''`, `B'101'`, `repeat('10', 500)::varbit`, 'NULL'] },
  {
    id: 'PG-22 int',
    type: 'int[]',
    values: [`'[2:3]={7,8}'`, `'{{1,2},{3,NULL}}'`, `'{}'`, `'[-1:0][5:5]={{1},{2}}'`, 'NULL'],
  },
  {
    id: 'PG-22 text',
    type: 'text[]',
    values: [`'{"a,b","quo\\"te","back\\\\slash",NULL,"NULL",""," x "}'`, `ARRAY[E'tab\\there', '{}']`, 'NULL'],
  },
  { id: 'PG-22 time', type: 'timestamptz[]', values: [`'{2024-01-01 00:00:00.000001+00,infinity,NULL}'`, 'NULL'] },
  { id: 'PG-23 domain', type: 'positive', values: ['0.00001', '123456789012345.12345', 'NULL'] },
  {
    id: 'PG-23 composite',
    type: 'pair',
    values: [`ROW(1, 'a "quoted", (b)')::pair`, `ROW(NULL, NULL)::pair`, `ROW(NULL, '')::pair`, 'NULL'],
  },
  { id: 'PG-23 composite[]', type: 'pair[]', values: [`ARRAY[ROW(1, 'x,y')::pair, NULL]`, 'NULL'] },
  { id: 'PG-23 range', type: 'int4range', values: [`'[1,5)'`, `'empty'`, `'(,)'`, `'[,7)'`, 'NULL'] },
  {
    id: 'PG-23 tstzrange',
    type: 'tstzrange',
    values: [`'[2024-01-01 00:00:00.000001+00,infinity]'`, `'empty'`, 'NULL'],
  },
  { id: 'PG-23 multirange', type: 'nummultirange', values: [`'{[1.10,2),(3,]}'`, `'{}'`, 'NULL'], since: 14 },
  { id: 'PG-23 hstore', type: 'hstore', values: [`'a=>1, "b c"=>NULL, d=>""'`, `''`, 'NULL'] },
  {
    id: 'PG-23 tsvector',
    type: 'tsvector',
    values: [`'a:1A fat:2B,4C cat:5D'`, `''`, `$$'it''s' 'back\\\\slash'$$`, 'NULL'],
  },
  { id: 'PG-23 tsquery', type: 'tsquery', values: [`'fat & (rat | !cat) <2> dog:A*'`, 'NULL'] },
  {
    id: 'PG-23 xml',
    type: 'xml',
    values: [
      `'<a b="1">&#233; <!-- c --></a>'`,
      `'text <b/> fragment'`,
      `'<?xml version="1.0" encoding="UTF-8"?><a/>'`,
      'NULL',
    ],
  },
  { id: 'PG-23 point', type: 'point', values: [`'(0.1,-1e308)'`, `'(NaN,Infinity)'`, 'NULL'] },
  { id: 'PG-23 box', type: 'box', values: [`'(1,2),(3,4)'`, 'NULL'] },
  { id: 'PG-23 path', type: 'path', values: [`'[(1,2),(3,4)]'`, `'((1,2),(3,4))'`, 'NULL'] },
  { id: 'PG-23 polygon', type: 'polygon', values: [`'((0,0),(1,1),(2,0.1))'`, 'NULL'] },
  { id: 'PG-23 circle', type: 'circle', values: [`'<(0.1,0.2),3>'`, 'NULL'] },
  { id: 'PG-23 lseg', type: 'lseg', values: [`'[(1,2),(3,4)]'`, 'NULL'] },
  { id: 'PG-23 line', type: 'line', values: [`'{1,-1,0.1}'`, 'NULL'] },
  { id: 'PG-23 pg_lsn', type: 'pg_lsn', values: [`'FFFFFFFF/FFFFFFFF'`, `'0/0'`, 'NULL'] },
  { id: 'PG-23 oid', type: 'oid', values: ['4294967295', '0', 'NULL'] },
  { id: 'PG-23 regclass', type: 'regclass', values: [`'pg_catalog.pg_class'`, 'NULL'] },
  { id: 'PG-23 regtype', type: 'regtype', values: [`'public.pair'`, `'integer'`, 'NULL'] },
  { id: 'PG-23 ltree', type: 'ltree', values: [`'Top.Science.Astronomy'`, `''`, 'NULL'] },
]

/** Those whose types servers of these major versions know, with the values that they know. */
export function typeProbes(...majors: readonly (number | undefined)[]): readonly TypeProbe[] {
  const oldest = Math.min(...majors.map((major = 0) => major))
  const probes = TYPE_PROBES.filter(({ since = 0 }) => since <= oldest)
  return oldest >= 14 ? probes : probes.map((probe) => ({ ...probe, values: probe.values.filter(isOlder(probe)) }))
}

/** A number without bounds can be infinite from Postgres 14 on. */
const isOlder =
  ({ type }: TypeProbe) =>
  (value: string) =>
    type !== 'numeric' || !value.includes('Infinity')
