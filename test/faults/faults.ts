import { parseArgs } from 'node:util'

import { nameOf, tryKind } from './enumerate.ts'
import { faultTable } from './fault-table.ts'
import { FLOW_KINDS } from './flow-kinds.ts'
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
  },
})
const { flow, every, seed, only } = values
const names = only?.map((name) => name.split(':')[0] ?? '') ?? flow ?? Object.keys(FLOW_KINDS)

const say = (line: string | undefined) => process.stdout.write(`${line}\n`)

const servers = await startServers()
const workers = openWorkers(servers)
try {
  const tried = []
  for (const name of new Set(names)) {
    const kind = await tryKind(servers, workers, name, {
      choose: (faults) =>
        only ? faults.filter((fault) => only.includes(nameOf(name, fault))) : pick(faults, Number(every), Number(seed)),
      onTrial: ({ name, struck, breaches }) => {
        for (const { breach, detail } of breaches)
          say(`${breach}: ${detail}\n  at ${struck}\n  again: npm run faults -- --only ${name}`)
      },
    })
    tried.push(kind)
    say(faultTable([kind]).at(-1))
  }
  const lines = faultTable(tried)
  say(`\n${lines.join('\n')}`)
  if (tried.some(({ trials }) => trials.some(({ breaches }) => breaches.length > 0))) process.exitCode = 1
} finally {
  await workers.close()
  await servers.stop()
}
process.exit()
