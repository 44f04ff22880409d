import { parseArgs } from 'node:util'

import { distinct } from './distinct.ts'
import { nameOf, type TriedKind, tryKind } from './enumerate.ts'
import { FAULTS } from './fault-points.ts'
import { faultSummary, faultTable } from './fault-table.ts'
import { FLOW_KINDS } from './flow-kinds.ts'
import { openJournal } from './journal.ts'
import { pick } from './pick.ts'
import { startServers } from './servers.ts'
import { openWorkers } from './workers.ts'

/** Tries every fault at every point of every kind of flow, or as many as are asked for, and prints what survived. */
const { values } = parseArgs({
  options: {
    flow: { type: 'string', multiple: true },
    every: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
    /** Only faults of these kinds, and over these links. */
    fault: { type: 'string', multiple: true },
    link: { type: 'string', multiple: true },
    /** Faults at the same place count as one. */
    distinct: { type: 'boolean', default: false },
    /** A file that keeps what was tried; started again, only what is left is tried, and what broke. */
    journal: { type: 'string' },
    /** How many trials are under way at once, each with servers of its own. */
    lanes: { type: 'string', default: '2' },
  },
})
const { flow, every, seed, only } = values
const names = [...new Set(only?.map((name) => name.split(':')[0] ?? '') ?? flow ?? Object.keys(FLOW_KINDS))]
const lanes = Math.min(Number(values.lanes), names.length)

const say = (line: string | undefined) => process.stdout.write(`${line}\n`)

const journal = openJournal(values.journal)
const tried: TriedKind[] = []
const waiting = [...names]
await Promise.all(Array.from({ length: lanes }, goAlong))
const lines = faultTable(tried.toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name)))
say(`\n${lines.join('\n')}\n\n${faultSummary(tried)}`)
process.exit(tried.some(({ trials }) => trials.some(({ breaches }) => breaches.length > 0)) ? 1 : 0)

/** Takes one kind of flow after the other. */
async function goAlong(): Promise<void> {
  const servers = await startServers()
  const workers = openWorkers(servers)
  try {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const kind = await tryOne(name)
      tried.push(kind)
      say(faultTable([kind]).at(-1))
    }
  } finally {
    await workers.close()
    await servers.stop()
  }

  function tryOne(kind: string): Promise<TriedKind> {
    return tryKind(servers, workers, kind, {
      journal,
      choose: (faults) => {
        if (only) return faults.filter((fault) => only.includes(nameOf(kind, fault)))
        const { fault = FAULTS, link } = values
        const asked = faults.filter((one) => fault.includes(one.fault) && (link?.includes(one.link) ?? true))
        const chosen = pick(values.distinct ? distinct(asked) : asked, Number(every), Number(seed))
        say(`${kind}: ${chosen.length} of ${faults.length} faults`)
        return chosen
      },
      onTrial: ({ name, struck, breaches }) => {
        for (const { breach, detail } of breaches)
          say(`${breach}: ${detail}\n  at ${struck}\n  again: npm run faults -- --only ${name}`)
      },
    })
  }
}
