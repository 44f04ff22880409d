import { availableParallelism, totalmem } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { percentiles } from '../../bench/percentiles.ts'
import { memoryBelow } from '../../bench/process-memory.ts'
import { run } from '../../support/run-sql.ts'
import { seeded } from '../seeded.ts'
import { type Attack, makeAttacks } from './attacks.ts'
import { startEndlessPostgres } from './endless-postgres.ts'
import { type GoodAccount, makeGoodAccount } from './good-account.ts'
import { type Installation, startInstallation } from './installation.ts'
import { reportConsole } from './report-console.ts'
import { areUnderWay, examine, ORDERS, type Verdict } from './verdict.ts'

/** Accounts that mean harm beside others whose flows run each minute, while processes are killed; ends with 1 unless all was reached. */
const { values } = parseArgs({
  options: {
    hostile: { type: 'boolean' },
    minutes: { type: 'string', default: '30' },
    /** Of the order in which processes are killed. */
    seed: { type: 'string', default: '1' },
    /** Seconds between two kills. */
    every: { type: 'string', default: '20' },
    /** Accounts that mean no harm. */
    good: { type: 'string', default: '20' },
    /** A word of the name of the only attack; absent: all of them. */
    only: { type: 'string', default: '' },
    /** The file that also gets what is printed. */
    report: { type: 'string', default: 'test-results/soak-hostile.txt' },
  },
})
const console = reportConsole(values.report)

/** What the others have, whoever means harm: seconds until a run that is due begins, milliseconds until a call is answered. */
const START_SECONDS = 5
const ANSWER_MS = 500

const MINUTE = 60_000
/** What is printed of the logs. */
const MAX_ERRORS = 30
const LONGEST_ERROR = 1_000
const SAMPLE_MS = 2_000
/** Until runs that were under way when the last process was killed are taken over, and have ended. */
const LONGEST_END = 5 * MINUTE

/** Beside the minutes asked for: the start, the end of the last runs, and the look at them. */
const LONGEST_AROUND = LONGEST_END + 10 * MINUTE

console.log(
  `${new Date().toISOString()}: seed ${values.seed}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}.`,
)
process.on('uncaughtException', (error) => fail(error))
process.on('unhandledRejection', (error) => fail(error))
setTimeout(() => fail('It did not come to its end.'), Number(values.minutes) * MINUTE + LONGEST_AROUND).unref()

const installation = await startInstallation()
const endless = await startEndlessPostgres()
await run(
  installation.urlOf('shop'),
  `create table orders as select n as id, 'order ' || n as note from generate_series(1, ${ORDERS}) n`,
)
const accounts = await Promise.all(
  Array.from({ length: Number(values.good) }, (_, number) => makeGoodAccount(installation, number)),
)
const attacks = (await makeAttacks(installation, endless.port, accounts.length)).filter(({ name }) =>
  name.includes(values.only),
)
console.log(
  `${attacks.length} hostile accounts and ${accounts.length} good ones for ${values.minutes} minutes, a kill every ${values.every} s.`,
)

const end = new AbortController()
const killed = new Map<string, number>()
let mostMemory = 0
setTimeout(() => end.abort(), Number(values.minutes) * MINUTE)
await Promise.all([
  ...attacks.map(({ go }) => go(end.signal)),
  ...accounts.map(({ watch }) => watch(end.signal)),
  killOften(installation, end.signal),
  sampleMemory(installation, end.signal),
])
await untilQuiet()
const verdict = await examine(installation, accounts, new Date())
for (const error of installation.errors().slice(0, MAX_ERRORS)) console.log(error.slice(0, LONGEST_ERROR))
const isReached = report(verdict, accounts, attacks)
await installation.stop()
await endless.stop()
process.exit(isReached ? 0 : 1)

/** Nobody may be there to see what stopped it. */
function fail(reason: unknown): never {
  console.log(reason)
  console.log('NOT reached.')
  process.exit(1)
}

async function killOften({ victims }: Installation, ended: AbortSignal): Promise<void> {
  const random = seeded(Number(values.seed))
  for (;;) {
    await delay(Number(values.every) * 1_000, undefined, { signal: ended }).catch(() => {})
    if (ended.aborted) return
    const all = victims()
    // Kinds first: otherwise the few servers would hardly be among so many processes below them.
    const names = [...new Set(all.map(({ name }) => name))]
    const name = names[Math.floor(random() * names.length)]
    const ofKind = all.filter((victim) => victim.name === name)
    const victim = ofKind[Math.floor(random() * ofKind.length)]
    if (!victim) continue
    console.log(`${new Date().toISOString()} ${victim.name} is killed`)
    killed.set(victim.name, (killed.get(victim.name) ?? 0) + 1)
    try {
      process.kill(victim.processId, 'SIGKILL')
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}

async function sampleMemory({ servers }: Installation, ended: AbortSignal): Promise<void> {
  for (; !ended.aborted; await delay(SAMPLE_MS))
    for (const processId of servers()) {
      const [own] = memoryBelow(processId)
      mostMemory = Math.max(mostMemory, own?.megabytes ?? 0)
    }
}

/** Far from the full minute, at which flows start, and when no good run is under way. */
async function untilQuiet(): Promise<void> {
  for (const last = Date.now() + LONGEST_END; Date.now() < last; await delay(1_000)) {
    const second = new Date().getUTCSeconds()
    if (second > 15 && second < 50 && !(await areUnderWay(installation, accounts))) return
  }
}

function report(
  { runs, retried, skipped, lost, doubled, starts }: Verdict,
  good: readonly GoodAccount[],
  hostile: readonly Attack[],
): boolean {
  const start = percentiles(starts.map(({ seconds }) => seconds))
  const late = Map.groupBy(
    starts.filter(({ seconds }) => seconds > START_SECONDS),
    ({ due }) => due,
  )
  const answers = percentiles(good.flatMap(({ calls }) => calls))
  const faults = good.flatMap((account) => account.faults)
  console.table(Object.fromEntries(hostile.map((attack) => [attack.name, Object.fromEntries(attack.answers)])))
  console.table(Object.fromEntries([...killed].map(([name, times]) => [name, { 'times killed': times }])))
  for (const one of [...lost, ...doubled, ...new Set(faults)]) console.log(one)
  const goals: Record<string, { found: number; 'to reach': number }> = {
    'good runs lost': { found: lost.length, 'to reach': 0 },
    'good runs doubled': { found: doubled.length, 'to reach': 0 },
    'good runs skipped': { found: skipped, 'to reach': 0 },
    'answers that blame the server': { found: faults.length, 'to reach': 0 },
    'start of a run that is due, longest (s)': { found: start.max, 'to reach': START_SECONDS },
    'answers of the API, p99 (ms)': { found: answers.p99, 'to reach': ANSWER_MS },
  }
  console.table(goals)
  for (const [due, { length }] of late)
    console.log(`Due at ${due}: ${length} runs began later than ${START_SECONDS} s.`)
  console.log(`${runs} good runs, ${retried} of them with more than one attempt; starts and answers:`)
  console.table({ 'start (s)': start, 'answer (ms)': answers })
  console.log(`The largest server process had ${mostMemory.toFixed(0)} MB.`)
  const isReached = runs > 0 && Object.values(goals).every(({ found, 'to reach': most }) => found <= most)
  console.log(`${new Date().toISOString()}: ${isReached ? 'Reached.' : 'NOT reached.'}`)
  return isReached
}
