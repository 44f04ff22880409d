import { hasPsql, psqlPipe } from './psql.ts'
import { measureMove, OURS } from './race.ts'
import { type BenchOptions, raceIntoPostgres, wholeTable, withTwoPostgres } from './two-postgres.ts'

/** Copies one table from server to server, in turn with the text and the binary pipe of psql: on npm's Postgres, and on the newest one of the distribution. */
export async function benchPostgresToPostgres(options: BenchOptions): Promise<void> {
  for (const version of [18, 'newest'] as const)
    await withTwoPostgres(
      options,
      (servers) =>
        raceIntoPostgres(`pg-pg ${servers.source.version}`, options, servers, {
          ...(hasPsql() && {
            'psql text pipe': () => psqlPipe(servers),
            'psql binary pipe': () => psqlPipe(servers, ' (FORMAT binary)'),
          }),
          [OURS]: () => measureMove(wholeTable(servers, options.rows)),
        }),
      { version },
    )
}
