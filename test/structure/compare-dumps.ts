import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import { moveAcross } from '../engine/move-mysql.ts'
import { linesThatDiffer, withoutRepetition } from './lines-that-differ.ts'
import { mysqlSides, postgresSides, type Sides } from './two-sides.ts'

type Report = Extract<MoveEvent, { kind: 'structure' }>['objects']

const SYSTEMS = { postgres: postgresSides, mysql: mysqlSides }
const isSystem = (name: string | undefined): name is keyof typeof SYSTEMS => name !== undefined && name in SYSTEMS

/** Moves everything. @returns the report, and what went wrong */
async function bring({ from, to }: Sides): Promise<{ readonly report: Report; readonly failures: readonly string[] }> {
  let report: Report = []
  const onEvent = (event: MoveEvent) => {
    if (event.kind === 'structure') report = event.objects
  }
  try {
    const { streams } = await moveAcross(from, to, [], { copiesStructure: true, onEvent })
    const failures = streams.flatMap(({ entity, error }) => (error ? [`${entity}: ${inEnglish(error.message)}`] : []))
    return { report, failures }
  } catch (error) {
    return { report, failures: [String(error)] }
  }
}

/** What a person has to read: what does not come, and what is not as it is at the source. */
const told = (report: Report) =>
  report
    .filter(({ state, reason }) => reason !== undefined || !['built', 'present'].includes(state))
    .map(({ state, kind, table, name, reason }) =>
      [state, kind, table, name, reason && `– ${inEnglish(reason)}`].filter(Boolean).join(' '),
    )

/**
 * Loads a database from files of SQL, brings it with its structure to an empty one, twice, and shows in what the two dumps of the structure differ beside the
 * report, which should name every difference. @returns whether all of it came
 */
async function compareDumps(system: keyof typeof SYSTEMS, files: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-dumps-'))
  const sides = await SYSTEMS[system](files)
  try {
    let before = 'nothing'
    let isWhole = true
    let last: Report = []
    for (const time of ['first', 'second']) {
      const { report, failures } = await bring(sides)
      for (const failure of failures) console.log(failure)
      const lines = linesThatDiffer(sides.dumps(), folder)
      const shown = withoutRepetition(lines).join('\n')
      console.log(
        `After the ${time} run ${lines.length} lines differ${shown === before ? ', as before' : `:\n${shown}`}`,
      )
      before = shown
      last = report
      isWhole &&= failures.length === 0 && !report.some(({ state }) => state === 'failed' || state === 'waiting')
    }
    console.log(`\nThe report has ${last.length} lines. Those with a reason:\n${told(last).join('\n')}`)
    return isWhole
  } finally {
    rmSync(folder, { recursive: true })
    await sides.stop()
  }
}

const [system, ...files] = process.argv.slice(2)
if (!isSystem(system) || files.length === 0) {
  console.log('Usage: npm run dumps -- postgres|mysql file.sql …')
  process.exit(2)
}
process.exit((await compareDumps(system, files)) ? 0 : 1)
