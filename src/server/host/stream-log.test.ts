import { expect, it } from 'vitest'

import { withLogContext } from './log-context.ts'
import { makeStreamLog } from './stream-log.ts'

function captured(isTTY: boolean, lowest: 'debug' | 'info' = 'info') {
  const lines: string[] = []
  return { log: makeStreamLog({ isTTY, write: (text) => lines.push(text) }, lowest), lines }
}

it('writes one JSON object per line for machines', () => {
  const { log, lines } = captured(false)
  log.warn('slow', { milliseconds: 12, of: null })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', message: 'slow', milliseconds: 12, of: null })
})

it('writes sentences for a person at a terminal', () => {
  const { log, lines } = captured(true)
  log.info('Postgres is running again.', { pid: 12 })
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info {2}Postgres is running again\. pid=12\n$/)
})

it('says in each line which call or run it belongs to, in the format that is asked for', async () => {
  const lines: string[] = []
  const log = makeStreamLog({ isTTY: true, write: (text) => lines.push(text) }, 'info', 'json')
  await withLogContext({ runId: 'r1' }, () =>
    withLogContext({ flowId: 'f1' }, async () => {
      await Promise.resolve()
      log.info('deep below')
    }),
  )
  log.info('outside')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { time: expect.any(String), level: 'info', message: 'deep below', runId: 'r1', flowId: 'f1' },
    { time: expect.any(String), level: 'info', message: 'outside' },
  ])
})

it('keeps back what is below its level', () => {
  const { log, lines } = captured(false)
  log.debug('noise')
  expect(lines).toEqual([])
})

it('names an error and leaves out what a driver has hung on it', () => {
  const { log, lines } = captured(false)
  const error = Object.assign(new Error('connection lost'), { code: 'ECONNRESET', client: { password: 'hunter2' } })
  log.error('failed', { error, client: { password: 'hunter2' } })
  expect(lines[0]).toContain('connection lost')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ errorCode: 'ECONNRESET' })
  expect(lines[0]).not.toContain('hunter2')
})

it('leaves lines out while nobody takes them, and says how many', () => {
  const lines: string[] = []
  const output = { writableLength: 0, write: (text: string) => lines.push(text) }
  const log = makeStreamLog(output, 'info')
  output.writableLength = 5 << 20
  log.info('one')
  log.info('two')
  output.writableLength = 0
  log.info('three')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', linesLeftOut: 2 },
    { message: 'three' },
  ])
})

it.each([true, false])(
  'texts of other systems cannot turn a line around or begin another one (terminal: %s)',
  (isTTY) => {
    const { log, lines } = captured(isTTY)
    log.info('said', { text: 'ab\u202Etxt.exe\u2066\u2028next\u0085' })
    log.info('said \u202Eagain\u2029')
    expect(lines.join('')).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u2028\u2029\u0085]/)
    expect(lines.join('')).toContain('ab\\u202etxt.exe')
  },
)
