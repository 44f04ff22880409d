import { setTimeout as delay } from 'node:timers/promises'

import { run } from '../../support/run-sql.ts'
import type { Installation } from './installation.ts'
import { enroll, type Person, type Reply } from './person.ts'

export interface Attack {
  readonly name: string
  /** How many calls the account has made, and how they were answered. */
  readonly answers: ReadonlyMap<string, number>
  /** Settles soon after the end. */
  go(end: AbortSignal): Promise<void>
}

type Strike = (person: Person) => Promise<Reply>

/** Strikes of one account that go on at the same time. */
const AT_ONCE = 8
const REST_MS = 50
const AFTER_FAILURE_MS = 500

const ENDLESS_SQL = 'with recursive r(id) as (select 0 union all select id + 1 from r) select count(*) as id from r'
const steps = (query: string) => [{ id: 'step', type: 'sql', settings: { query } }]

/** As deep, as long and as wrong as a text can be. */
const HUGE_YAML = [
  '['.repeat(200_000),
  `a: ${'x, '.repeat(150_000)}`,
  Array.from({ length: 40_000 }, (_, at) => `name${at}: value`).join('\n'),
  `a: &a [x, x, x]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b]\nd: [*c, *c, *c]\n${'e: "\n'.repeat(80_000)}`,
].map((text, at) => ({ name: `flows/huge${at}.yaml`, text: text.slice(0, 499_000) }))

/** Accounts that mean harm, each in its own way. */
export async function makeAttacks(
  installation: Installation,
  endlessPort: number,
  firstNumber: number,
): Promise<readonly Attack[]> {
  await run(
    installation.urlOf('shop'),
    `create view endless as select n as id, repeat('x', 200) || coalesce(nullif(pg_sleep(0.002)::text, ''), '') as note
     from (select generate_series(1, 1000000000) as n) numbers`,
  )
  const attack = async (name: string, number: number, prepare: (person: Person) => Promise<Strike>) => {
    const person = await enroll(installation, firstNumber + number)
    return repeated(name, person, await prepare(person))
  }
  return [
    await attack('endless steps', 0, async (person) => {
      const flows = await flowsOf(person, { entity: 'public.orders' }, steps(ENDLESS_SQL))
      return startsOneOf(flows)
    }),
    await attack('endless rows of a source', 1, async (person) => {
      const flows = await flowsOf(person, { entity: 'public.endless' }, [])
      return startsOneOf(flows)
    }),
    await attack('endless catalogues', 2, async (person) => {
      const { id } = await person.connect('shop', endlessPort)
      return ({ call, base }) => call('POST', `${base}/connections/${id}/discover`)
    }),
    await attack('floods of previews', 3, async (person) => {
      const source = await person.connect('shop')
      const query = 'select count(*) as n from input a, input b, input c, input d, input e'
      return ({ call, base }) =>
        call('POST', `${base}/flows/preview`, { source, stream: 'public.orders', transformations: steps(query) })
    }),
    await attack(
      'huge YAML',
      4,
      async () =>
        ({ call, base }) =>
          call('POST', `${base}/code/plan`, { files: HUGE_YAML }),
    ),
  ]
}

async function flowsOf(person: Person, { entity }: { entity: string }, transformations: object[]): Promise<string[]> {
  const ends = {
    source_connection: await person.connect('shop'),
    destination_connection: await person.connect('warehouse'),
  }
  const flows = Array.from({ length: AT_ONCE }, async (_, at) => {
    const target = `public.hostile_${entity.replace(/\W/g, '_')}_${at}`
    const config = { streams: [{ entity, target, columns: ['id', 'note'] }], transformations }
    return (await person.insist('POST', `${person.base}/flows`, { name: `Hostile ${at}`, ...ends, config })).body.id
  })
  return Promise.all(flows)
}

function startsOneOf(flows: readonly string[]): Strike {
  let next = 0
  return ({ call, base }) => call('POST', `${base}/flows/${flows[next++ % flows.length]}/run`)
}

function repeated(name: string, person: Person, strike: Strike): Attack {
  const answers = new Map<string, number>()
  const note = (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1)
  const goOn = async (end: AbortSignal) => {
    while (!end.aborted) {
      const isAnswered = await strike(person).then(
        ({ status, body }) => {
          note(status < 400 ? String(status) : `${status} ${body?.code ?? ''}`)
          return true
        },
        () => {
          note('no answer')
          return false
        },
      )
      await delay(isAnswered ? REST_MS : AFTER_FAILURE_MS)
    }
  }
  return {
    name,
    answers,
    go: async (end) => {
      await Promise.all(Array.from({ length: AT_ONCE }, () => goOn(end)))
    },
  }
}
