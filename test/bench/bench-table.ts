/** Ten columns as real tables have them, about 200 bytes of text a row; the same rows each time. */
export const createBenchTable = (rows: number, hasKey: boolean): readonly string[] => [
  BENCH_TABLE(hasKey),
  `INSERT INTO bench SELECT n, (n * 7919) % 100000, 'customer ' || md5(n::text),
    CASE WHEN n % 5 = 0 THEN NULL ELSE E'line\\tone\\nline \\\\ two 🚂 ' || repeat(md5((n * 3)::text), (1 + n % 3)::int) END,
    (n % 10000000) / 100.0, CASE WHEN n % 3 = 0 THEN NULL ELSE sqrt(n) END, n % 2 = 0,
    timestamptz '2024-01-01' + n * interval '1.234567 seconds', CASE WHEN n % 4 = 0 THEN NULL ELSE date '2020-01-01' + (n % 2000)::int END,
    jsonb_build_object('id', n, 'tags', jsonb_build_array('a', n % 17))
  FROM generate_series(1::bigint, ${rows}) n`,
  'VACUUM (ANALYZE, FREEZE) bench',
  'CHECKPOINT',
]

export const BENCH_TABLE = (
  hasKey: boolean,
) => `CREATE TABLE bench (id bigint NOT NULL, customer int, name text, note text, total numeric(14,2),
  score double precision, paid boolean, at timestamptz, day date, extra jsonb${hasKey ? ', PRIMARY KEY (id)' : ''})`

/** The same columns in MySQL. */
export const MYSQL_BENCH_TABLE = (hasKey: boolean) => `CREATE TABLE bench (id bigint NOT NULL, customer int, name text,
  note text, total decimal(14,2), score double, paid tinyint(1), at timestamp(6) NULL, day date, extra json${hasKey ? ', PRIMARY KEY (id)' : ''})
  DEFAULT CHARACTER SET utf8mb4`

/** The same rows, as near as MySQL has the functions. */
export const createMysqlBenchTable = (rows: number, hasKey: boolean): readonly string[] => [
  MYSQL_BENCH_TABLE(hasKey),
  `INSERT INTO bench SELECT n, (n * 7919) % 100000, CONCAT('customer ', MD5(n)),
    IF(n % 5 = 0, NULL, CONCAT('line\\tone\\nline \\\\ two 🚂 ', REPEAT(MD5(n * 3), 1 + n % 3))),
    (n % 10000000) / 100, IF(n % 3 = 0, NULL, SQRT(n)), n % 2 = 0,
    TIMESTAMPADD(MICROSECOND, n * 1234567, '2024-01-01'), IF(n % 4 = 0, NULL, '2020-01-01' + INTERVAL n % 2000 DAY),
    CONCAT('{"id": ', n, ', "tags": ["a", ', n % 17, ']}')
  FROM (SELECT seq AS n FROM seq_1_to_${rows}) numbers`,
]
