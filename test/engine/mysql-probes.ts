import { isMysql, isOlderMysql } from '../support/mariadb/mysql-server.ts'

export interface MysqlProbe {
  /** The row of the value matrix, and the name of the table. */
  readonly id: string
  readonly type: string
  /** SQL expressions. */
  readonly values: readonly string[]
  /** What Postgres shows of each, in order; absent where it refuses them. */
  readonly inPostgres?: readonly (string | null)[]
  /** Has got in without strict mode, in which we work. */
  readonly isRefusedByMysql?: true
  /** The type that Postgres gives the column. */
  readonly postgresType?: string
}

/** The first number is the longitude everywhere. */
const LONGITUDE_FIRST = isMysql && !isOlderMysql(8) ? `, 'axis-order=long-lat'` : ''

/** Types that MySQL does not have. */
const ONLY_MARIADB: readonly MysqlProbe[] = [
  {
    id: 'MariaDB uuid',
    type: 'uuid',
    values: [`'123E4567-E89B-12D3-A456-426614174000'`],
    inPostgres: ['123e4567-e89b-12d3-a456-426614174000'],
    postgresType: 'uuid',
  },
  { id: 'MariaDB inet6', type: 'inet6', values: [`'2001:db8::1'`], inPostgres: ['2001:db8::1'] },
]

/** A type that MariaDB does not have in every version, and MySQL since 9. */
const ONLY_MYSQL: readonly MysqlProbe[] = [
  {
    id: 'MySQL vector',
    type: 'vector(2)',
    values: [`STRING_TO_VECTOR('[1,2]')`, 'NULL'],
    inPostgres: ['\\x0000803f00000040', null],
    postgresType: 'bytea',
  },
]

/** The value matrix of MySQL: the usual, the extreme and NULL of every type. */
export const MYSQL_PROBES: readonly MysqlProbe[] = [
  {
    id: 'MY-01',
    type: 'bigint unsigned',
    values: ['18446744073709551615', '0', 'NULL'],
    inPostgres: ['18446744073709551615', '0', null],
    postgresType: 'numeric(20,0)',
  },
  {
    id: 'MY-02',
    type: 'bigint',
    values: ['-9223372036854775808', '9007199254740993', 'NULL'],
    inPostgres: ['-9223372036854775808', '9007199254740993', null],
    postgresType: 'bigint',
  },
  {
    id: 'MY-03',
    type: 'decimal(65,30)',
    values: [`'${'9'.repeat(35)}.${'1'.repeat(30)}'`, '-0.1', 'NULL'],
    inPostgres: [`${'9'.repeat(35)}.${'1'.repeat(30)}`, `-0.1${'0'.repeat(29)}`, null],
    postgresType: 'numeric(65,30)',
  },
  {
    id: 'MY-04',
    type: 'tinyint(1)',
    values: ['0', '1', '2', '-128', 'NULL'],
    inPostgres: ['0', '1', '2', '-128', null],
    postgresType: 'smallint',
  },
  {
    id: 'MY-05 tiny',
    type: 'tinyint unsigned',
    values: ['255'],
    inPostgres: ['255'],
    postgresType: 'smallint',
  },
  {
    id: 'MY-05 small',
    type: 'smallint unsigned',
    values: ['65535'],
    inPostgres: ['65535'],
    postgresType: 'integer',
  },
  {
    id: 'MY-05 medium',
    type: 'mediumint unsigned',
    values: ['16777215'],
    inPostgres: ['16777215'],
    postgresType: 'integer',
  },
  { id: 'MY-05 int', type: 'int unsigned', values: ['4294967295'], inPostgres: ['4294967295'], postgresType: 'bigint' },
  {
    id: 'MY-05 zerofill',
    type: 'int(10) unsigned zerofill',
    values: ['7', 'NULL'],
    inPostgres: ['7', null],
    postgresType: 'bigint',
  },
  { id: 'MY-06 one', type: 'bit(1)', values: [`b'1'`, `b'0'`, 'NULL'], inPostgres: ['1', '0', null] },
  { id: 'MY-06 nine', type: 'bit(9)', values: [`b'100000001'`, `b'1'`], inPostgres: ['100000001', '000000001'] },
  { id: 'MY-06 most', type: 'bit(64)', values: [`b'${'1'.repeat(64)}'`], inPostgres: ['1'.repeat(64)] },
  {
    id: 'MY-07',
    type: 'date',
    values: [`'0001-01-01'`, `'9999-12-31'`, `'2024-02-29'`, 'NULL'],
    inPostgres: ['0001-01-01', '9999-12-31', '2024-02-29', null],
  },
  { id: 'MY-07 zero', type: 'date', values: [`'0000-00-00'`] },
  { id: 'MY-07 no month', type: 'date', values: [`'2024-00-15'`] },
  { id: 'MY-07 no day', type: 'date', values: [`'2024-01-00'`] },
  { id: 'MY-07 no year', type: 'date', values: [`'0000-03-01'`] },
  { id: 'MY-07 february 31', type: 'date', values: [`'2024-02-31'`] },
  {
    id: 'MY-08',
    type: 'datetime(6)',
    values: [`'2024-03-31 02:30:00.123456'`, `'2024-03-31 02:30:00.1'`, `'1000-01-01 00:00:00'`, 'NULL'],
    inPostgres: ['2024-03-31 02:30:00.123456', '2024-03-31 02:30:00.1', '1000-01-01 00:00:00', null],
    postgresType: 'timestamp(6) without time zone',
  },
  { id: 'MY-08 zero', type: 'datetime', values: [`'0000-00-00 00:00:00'`] },
  {
    id: 'MY-09',
    type: 'timestamp(6) NULL',
    values: [`'2024-03-31 02:30:00.000001'`, `'2038-01-19 03:14:07.999999'`, `'1970-01-01 00:00:01'`, 'NULL'],
    inPostgres: ['2024-03-31 02:30:00.000001+00', '2038-01-19 03:14:07.999999+00', '1970-01-01 00:00:01+00', null],
    postgresType: 'timestamp(6) with time zone',
  },
  {
    id: 'MY-10',
    type: 'time(6)',
    values: [`'-838:59:59'`, `'838:59:59'`, `'-00:00:00.5'`, `'12:30:00.000100'`, 'NULL'],
    inPostgres: ['-838:59:59', '838:59:59', '-00:00:00.5', '12:30:00.0001', null],
    postgresType: 'interval',
  },
  {
    id: 'MY-11',
    type: 'year',
    values: ['0', '1901', '2155', 'NULL'],
    inPostgres: ['0', '1901', '2155', null],
    postgresType: 'smallint',
  },
  {
    id: 'MY-12 latin1',
    type: 'varchar(20) CHARACTER SET latin1',
    values: [`_latin1 x'80e9'`, `'a'`, 'NULL'],
    inPostgres: ['€é', 'a', null],
  },
  { id: 'MY-12 cp1251', type: 'char(20) CHARACTER SET cp1251', values: [`'жук'`], inPostgres: ['жук'] },
  { id: 'MY-12 gbk', type: 'varchar(20) CHARACTER SET gbk', values: [`'漢字'`], inPostgres: ['漢字'] },
  { id: 'MY-12 sjis', type: 'varchar(20) CHARACTER SET sjis', values: [`'表ソ'`], inPostgres: ['表ソ'] },
  { id: 'MY-12 utf16', type: 'varchar(20) CHARACTER SET utf16', values: [`'a😀b'`], inPostgres: ['a😀b'] },
  {
    id: 'MY-12 utf8mb4',
    type: 'text CHARACTER SET utf8mb4',
    values: [`'a😀b'`, `'tab\\tnewline\\nreturn\\rback\\\\slash'`, `'\\\\N'`, `'\\b\\Z''"'`, `X'0b0c'`, `'end \\\\'`],
    inPostgres: ['a😀b', 'tab\tnewline\nreturn\rback\\slash', '\\N', `\b\x1a'"`, '\v\f', 'end \\'],
  },
  { id: 'MY-14', type: 'text CHARACTER SET utf8mb4', values: [`UNHEX('610062')`] },
  {
    id: 'MY-15 binary',
    type: 'binary(4)',
    values: [`'ab'`, 'NULL'],
    inPostgres: ['\\x61620000', null],
    postgresType: 'bytea',
  },
  {
    id: 'MY-15 varbinary',
    type: 'varbinary(10)',
    values: [`x'00ff0a5c09'`, `''`, 'NULL'],
    inPostgres: ['\\x00ff0a5c09', '\\x', null],
  },
  { id: 'MY-15 tinyblob', type: 'tinyblob', values: [`x'0d'`], inPostgres: ['\\x0d'] },
  {
    id: 'MY-15 longblob',
    type: 'longblob',
    values: [`REPEAT(x'c328', 100000)`],
    inPostgres: [`\\x${'c328'.repeat(100_000)}`],
  },
  {
    id: 'MY-16',
    type: `enum('a','b','it''s')`,
    values: [`'b'`, `'it''s'`, 'NULL'],
    inPostgres: ['b', `it's`, null],
  },
  { id: 'MY-16 invalid', type: `enum('a')`, values: [`'zzz'`], inPostgres: [''], isRefusedByMysql: true },
  { id: 'MY-17', type: `set('x','y')`, values: [`'x,y'`, `''`, 'NULL'], inPostgres: ['x,y', '', null] },
  {
    id: 'MY-18',
    type: 'json',
    values: [`'{"n": 12345678901234567890, "d": 1.10, "n": 2}'`, `'null'`, `'"\\\\u00e9\\\\n"'`, 'NULL'],
    // MySQL stores no text, but what it means; of two with one name it kept the first before 8.
    inPostgres: isMysql
      ? [`{"d": 1.1, "n": ${isOlderMysql(8) ? '12345678901234567890' : '2'}}`, 'null', '"é\\n"', null]
      : ['{"n": 12345678901234567890, "d": 1.10, "n": 2}', 'null', '"\\u00e9\\n"', null],
    postgresType: 'json',
  },
  {
    id: 'MY-19 float',
    type: 'float',
    values: ['0.1', '16777217', '3.4028234e38', '1.4e-45', '123456789', 'NULL'],
    inPostgres: ['0.1', '1.6777216e+07', '3.4028235e+38', '1e-45', '1.2345679e+08', null],
    postgresType: 'real',
  },
  {
    id: 'MY-19 double',
    type: 'double',
    values: ['0.1', '1e308', '5e-324', '0.1e0 + 0.2e0', 'NULL'],
    inPostgres: ['0.1', '1e+308', '5e-324', '0.30000000000000004', null],
    postgresType: 'double precision',
  },
  {
    id: 'MY-20',
    type: 'geometry',
    values: [
      `ST_GeomFromText('POINT(1.5 2)', 4326${LONGITUDE_FIRST})`,
      `ST_GeomFromText('LINESTRING(0 0,1 1)')`,
      `ST_GeomFromText('LINESTRING(-0 1e-7,1.7976931348623157e308 0.30000000000000004)')`,
      `ST_GeomFromText('GEOMETRYCOLLECTION(POLYGON((0 0,4 0,4 4,0 0),(1 1,2 1,2 2,1 1)),MULTIPOINT(-0 2,3 4),MULTILINESTRING((0 0,1 1),(2 2,3 3)))')`,
      `ST_GeomFromText('GEOMETRYCOLLECTION(MULTIPOLYGON(((0 0,4 0,4 4,0 0))),POINT(-0.5 1e15))')`,
      'NULL',
    ],
    inPostgres: [
      'SRID=4326;POINT(1.5 2)',
      'LINESTRING(0 0,1 1)',
      'LINESTRING(-0 0.0000001,1.7976931348623157e308 0.30000000000000004)',
      'GEOMETRYCOLLECTION(POLYGON((0 0,4 0,4 4,0 0),(1 1,2 1,2 2,1 1)),MULTIPOINT(-0 2,3 4),MULTILINESTRING((0 0,1 1),(2 2,3 3)))',
      'GEOMETRYCOLLECTION(MULTIPOLYGON(((0 0,4 0,4 4,0 0))),POINT(-0.5 1e15))',
      null,
    ],
  },
  { id: 'MY-21', type: 'varchar(10)', values: [`''`, 'NULL', `'  '`], inPostgres: ['', null, '  '] },
  ...(isOlderMysql(9) ? [] : isMysql ? ONLY_MYSQL : ONLY_MARIADB),
]
