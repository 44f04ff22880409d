import { parseArgs } from 'node:util'

import { benchApiWhileMoving } from './api-while-moving.ts'
import { benchClickToRow } from './click-to-row.ts'
import { benchClient } from './client.ts'
import { benchCompare } from './compare.ts'
import { benchEditorMemory } from './editor-memory.ts'
import { benchHistory } from './history.ts'
import { benchIdle } from './idle.ts'
import { benchLongLists } from './long-lists.ts'
import { benchManyCores } from './many-cores.ts'
import { benchManyTables } from './many-tables.ts'
import { benchMirror } from './mirror.ts'
import { benchMysqlToMysql, benchMysqlToPostgres, benchPostgresToMysql } from './mysql.ts'
import { benchParquet } from './parquet.ts'
import { benchPeers } from './peers.ts'
import { benchPostgresToPostgres } from './pg-pg.ts'
import { benchProduct } from './product.ts'
import { benchQuietMirrors } from './quiet-mirrors.ts'
import { benchRangesWorkers } from './ranges-workers.ts'
import { benchResume } from './resume.ts'
import { benchResumeBetween, isResumedPair } from './resume-mysql.ts'
import { benchQueue, benchRuns } from './runs.ts'
import { benchSpeed } from './speed.ts'
import { benchSteps } from './steps.ts'
import { benchStepsAtDestination } from './steps-at-destination.ts'
import { benchStreamsWorkers } from './streams-workers.ts'
import { benchStructure } from './structure.ts'
import { benchTenants } from './tenants.ts'
import { benchTls } from './tls.ts'
import { benchTransformations } from './transform.ts'
import { benchUpsert } from './upsert.ts'
import { benchValues } from './values.ts'
import { benchVanished } from './vanished.ts'
import { benchWatching } from './watching.ts'

/**
 * `npm run bench`: every path of moving rows beside what it is to reach, in some thirty minutes. Each of them, and what else there is, alone:
 * `npm run bench -- pg-pg [--rows 3000000] [--rounds 5] [--key]`: how fast we are beside the tools everybody has,
 * on npm's Postgres and on the newest of the distribution.
 * `mysql-pg`, `pg-mysql`, `mysql-mysql`: the same with MariaDB, beside the pipes of its own client.
 * `resume [--only mysql-pg]`: a large table in ranges, in one piece, and the rest of it after a worker was killed half-way.
 * `ranges-workers`: the same table moved by one worker, by two and by three. `streams-workers`: many tables with a step, on eight slower cores.
 * `many-cores`: the same table by one session, by two and by four, on a machine that behaves as if it had eight slower cores.
 * `many-tables [--tables 500] [--rows-each 200] [--only pg-pg]`: everything of a database with many small tables, into an empty one and again;
 * `--only one-large`: a large one among them.
 * `mirror [--only postgres] [--seconds 600] [--rows 2200000]`: the memory, speed and lag of a mirror, from Postgres and MariaDB, in transactions of any
 * size, and how fast it drains a backlog, beside the logical replication of Postgres.
 * `quiet-mirrors`: what fifty mirrors take to which nothing comes.
 * `upsert`, `tls`: rows by key, and with TLS on both sides, beside the plain copy. `parquet`: into a bucket, beside a COPY to nowhere.
 * `compare`: both sides after a run: the time for equal tables, and for one altered cell.
 * `structure [--rows 1000000] [--only pg-pg]`: whole databases with indexes, constraints, foreign keys and a view, beside `pg_dump | pg_restore` and pgloader.
 * `peers [--rows 1000000] [--only mysql-pg]`: one table by `millrace move`, beside Sling, ingestr, dlt and pgloader, of which those run that this machine has.
 * `values [--rows 10000000] [--only mysql-pg]`: runs that compare all values beside runs that compare keys, for each pair of databases, and one altered cell.
 * `vanished [--rows 100000000] [--only number]`: rows that are gone at the source, found by comparing keys: the keys that travel, time and memory.
 * `product [--only pg-pg]`: the whole product, from the call to *succeeded*, into an empty database, again and a third time, beside the
 * pipe and the engine alone.
 * `npm run bench -- transform`: rows through steps, beside the pipe that changes none.
 * `steps [--rows 100000000]`: a sort, a join and groups within `STEP_MEMORY`, `STEP_THREADS` and `STEP_DISK`; a filter in the source and in Millrace.
 * `steps-at-destination`: a join, the first of equal rows, and groups, in Millrace and in the destination.
 * `npm run bench -- click-to-row`: how long a person waits after the click.
 * `npm run bench -- watching [--seconds 20]`: how soon 500 browsers have what a worker writes.
 * `tenants [--organizations 10000] [--runs 1000000] [--per-second 70] [--seconds 60]`: so many organizations with twenty flows each, past runs, and
 * starts a second: from due to started, pages and 500 browsers meanwhile, and the store afterwards.
 * `runs [--runs 200]`: short runs per second and their wait, with 1, 2 and 4 workers; `queue [--runs 10000]`: a long queue drains.
 * `api-while-moving`: how fast the API answers meanwhile; `history`: and on the past of fifty organizations; `long-lists`: and lists of 10,000 entries.
 * `idle`: how much memory everything that `npm start` runs takes while nobody does anything.
 * `npm run bench -- editor-memory [--seconds 300]`: whether the editor holds more after minutes of work than before.
 * `npm run bench -- client [--rounds 5] [--seconds 300]`: how large and how fast the client is in a browser, page by page and click by click.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '3000000' },
    rounds: { type: 'string', default: '5' },
    runs: { type: 'string' },
    tables: { type: 'string', default: '500' },
    'rows-each': { type: 'string', default: '200' },
    organizations: { type: 'string', default: '10000' },
    'per-second': { type: 'string', default: '70' },
    /** One pair of systems alone. */
    only: { type: 'string' },
    seconds: { type: 'string', default: '300' },
    /** Gives the table a primary key, on both sides. */
    key: { type: 'boolean', default: false },
  },
})

const options = {
  rows: Number(values.rows),
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  hasKey: values.key,
}

const runs = (otherwise: number) => Number(values.runs ?? otherwise)

const BENCHES: Readonly<Record<string, (input: typeof options) => Promise<void>>> = {
  speed: benchSpeed,
  'pg-pg': benchPostgresToPostgres,
  'mysql-pg': benchMysqlToPostgres,
  'pg-mysql': benchPostgresToMysql,
  'mysql-mysql': benchMysqlToMysql,
  'quiet-mirrors': benchQuietMirrors,
  mirror: (chosen) => benchMirror({ ...chosen, only: values.only }),
  resume: (chosen) => (isResumedPair(values.only) ? benchResumeBetween(values.only, chosen) : benchResume(chosen)),
  'ranges-workers': benchRangesWorkers,
  'streams-workers': benchStreamsWorkers,
  'many-cores': benchManyCores,
  'many-tables': ({ rounds }) =>
    benchManyTables({
      tables: Number(values.tables),
      rows: Number(values['rows-each']),
      rounds,
      ...(values.only && { only: values.only }),
    }),
  upsert: benchUpsert,
  structure: (chosen) => benchStructure({ ...chosen, ...(values.only && { only: values.only }) }),
  peers: (chosen) => benchPeers({ ...chosen, ...(values.only && { only: values.only }) }),
  values: (chosen) => benchValues({ ...chosen, ...(values.only && { only: values.only }) }),
  vanished: (chosen) => benchVanished({ ...chosen, ...(values.only && { only: values.only }) }),
  product: (chosen) =>
    benchProduct({
      ...chosen,
      tables: Number(values.tables),
      rowsOfTable: Number(values['rows-each']),
      ...(values.only && { only: values.only }),
    }),
  compare: benchCompare,
  tls: benchTls,
  parquet: benchParquet,
  transform: benchTransformations,
  steps: benchSteps,
  'steps-at-destination': benchStepsAtDestination,
  'click-to-row': benchClickToRow,
  watching: benchWatching,
  tenants: ({ seconds }) =>
    benchTenants({
      organizations: Number(values.organizations),
      flows: Number(values.organizations) * 20,
      pastRuns: runs(1_000_000),
      perSecond: Number(values['per-second']),
      seconds: Math.min(seconds, 120),
    }),
  runs: () => benchRuns({ runs: runs(200) }),
  queue: () => benchQueue({ runs: runs(10_000) }),
  'api-while-moving': benchApiWhileMoving,
  history: benchHistory,
  'long-lists': benchLongLists,
  idle: benchIdle,
  'editor-memory': benchEditorMemory,
  client: benchClient,
}

const bench = BENCHES[positionals[0] ?? 'speed']
if (!bench) {
  console.error(`Which one? npm run bench -- ${Object.keys(BENCHES).join(' | ')}`)
  process.exit(1)
}
await bench(options)
