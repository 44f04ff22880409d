import { expect, it } from 'vitest'
import { mysqlError, mysqlProblem } from '../connectors/mysql/session/mysql-problem.ts'
import { postgresError, postgresProblem } from '../connectors/postgres/session/postgres-problem.ts'
import { StepWork } from '../step-process/step-work.ts'
import { isInternalError } from './internal-error.ts'

const thrownBy = (mistake: () => unknown): unknown => {
  try {
    return mistake()
  } catch (error) {
    return error
  }
}
const mistake = thrownBy(() => (undefined as unknown as { rows: string[] }).rows.length)

it.each([
  ['Postgres', postgresError, postgresProblem],
  ['MySQL', mysqlError, mysqlProblem],
])('a mistake of ours beside %s stays one, and is told as ours', (_, errorOf, problemOf) => {
  expect(errorOf(mistake, 'source', 'secret')).toBe(mistake)
  expect(problemOf(mistake, 'source')).toMatchObject({ code: 'INTERNAL' })
})

it('a mistake of ours among the steps is not said to be the step’s', async () => {
  const broken = () => {
    throw mistake
  }
  const work = new StepWork({
    folder: '',
    send: broken,
    sample: broken,
    readPartners: broken,
    read: broken,
    passOn: broken,
  })
  expect(await work.obey({ kind: 'bind' } as never)).toEqual({ fault: expect.any(TypeError) })
})

it.each([
  ['of the network', thrownBy(() => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))],
  ['of fetch', new TypeError('fetch failed', { cause: new Error('other side closed') })],
  ['about what Node was given', thrownBy(() => Buffer.alloc(1).readInt32BE(0))],
  ['about a text that cannot be parsed', thrownBy(() => JSON.parse('{'))],
])('an error %s is none', (_, error) => expect(isInternalError(error)).toBe(false))
