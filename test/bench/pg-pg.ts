import { hasPsql, psqlPipe } from './psql.ts'
import { measureMove, OURS } from './race.ts'
import { type BenchOptions, raceIntoPostgres, wholeTable, withTwoPostgres } from './two-postgres.ts'

/** Copies one table from server to server, in turn with the text and the binary pipe of psql. */
export const benchPostgresToPostgres = (options: BenchOptions): Promise<void> =>
  withTwoPostgres(options, (servers) =>
    raceIntoPostgres('pg-pg', options, servers, {
      ...(hasPsql() && {
        'psql text pipe': () => psqlPipe(servers),
        'psql binary pipe': () => psqlPipe(servers, ' (FORMAT binary)'),
      }),
      [OURS]: () => measureMove(wholeTable(servers, options.rows)),
    }),
  )
