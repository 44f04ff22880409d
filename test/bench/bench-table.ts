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
