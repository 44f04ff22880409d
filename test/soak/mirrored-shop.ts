import { setTimeout as sleep } from 'node:timers/promises'

import { run } from '../support/run-sql.ts'

interface Writing {
  /** Changes a second. */
  readonly rate: number
  readonly random: () => number
  readonly signal: AbortSignal
}

const TICK_MS = 100

/** Inserts, updates and deletes in three tables, each tick in one transaction. @returns how many changes it was */
export async function writeShop(source: string, { rate, random, signal }: Writing): Promise<number> {
  let changes = 0
  const each = Math.max(1, Math.round((rate * TICK_MS) / 1_000 / 10))
  for (let tick = 0; !signal.aborted; tick++) {
    const begun = performance.now()
    const first = tick * each * 2 + 1
    const last = first + each * 2 - 1
    const old = Math.max(1, Math.floor(random() * first))
    await run(
      source,
      `begin;
       insert into orders (id, name, n) select n, 'order ' || n, 0 from generate_series(${first}, ${last}) n;
       insert into lines (id, name, n) select n, 'line ' || n, 0 from generate_series(${first}, ${last}) n;
       insert into journal (id, name, n) select n, 'entry', ${tick} from generate_series(${first}, ${first + each - 1}) n;
       update orders set n = n + 1 where id between ${old} and ${old + each * 2 - 1};
       update lines set name = repeat('x', ${tick % 300}) where id between ${old} and ${old + each - 1};
       delete from orders where id between ${old} and ${old + each - 1};
       delete from journal where n = ${tick - 20};
       commit`,
    )
    changes += each * 10
    await sleep(Math.max(begun + TICK_MS - performance.now(), 0))
  }
  return changes
}
