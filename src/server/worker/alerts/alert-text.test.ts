import { expect, it } from 'vitest'

import { sentence } from '../../../core/catalog/sentence.ts'
import { translateFor } from '../../mail/translate-for.ts'
import type { AlertedRun } from '../../store/alerts/alert-message.ts'
import { alertText } from './alert-text.ts'

const failure = (n: number) => ({ entity: `public.t${n}`, code: 'TABLE_BUSY', message: `Somebody holds t${n}.` })
const textOf = (run: Partial<AlertedRun>, language?: string) =>
  alertText(
    {
      type: 'flow.failed',
      raised_at: '2026-03-02T06:00:07Z',
      organization: { id: 'o', name: 'Analytical Engines' },
      flow: { id: 'f', name: 'Orders' },
      run: {
        ...{ id: 'r', status: 'partially_succeeded', started_at: null, finished_at: null },
        ...{ rows_read: 0, rows_written: 0, rows_rejected: 0, error: null, ...run },
      },
    },
    undefined,
    translateFor(language),
  )
const error = { code: 'TABLE_BUSY', message: '3 of 29 tables arrived; t1 … failed.', hint: 'Try later.' }

it('says of a flow that partly succeeded how many tables arrived, why each of the first failed, and how many more did', () => {
  const failures = [1, 2, 3, 4, 5].map(failure)
  const { subject, text } = textOf({ error, tables: { all: 29, arrived: 3 }, failures })
  expect(subject).toBe('“Orders” has partly succeeded')
  expect(text).toContain(
    `3 of 29 tables arrived; t1 … failed.\nTry later.\n- public.t1: Somebody holds t1.\n- public.t2: Somebody holds t2.`,
  )
  expect(text).toContain('- public.t5: Somebody holds t5.\nand 21 more\n')
})

it('says of a flow of one table why it failed, once', () => {
  const failed = { code: 'TABLE_BUSY', message: 'Somebody holds t1.' }
  const { subject, text } = textOf({
    ...{ status: 'failed', error: failed, tables: { all: 1, arrived: 0 }, failures: [failure(1)] },
  })
  expect(subject).toBe('“Orders” has failed')
  expect(text.match(/Somebody holds t1/g)).toHaveLength(1)
})

it('says what it can of a message that an earlier version has left', () => {
  expect(textOf({ status: 'failed', error }).text).toMatch(
    /^“Orders” has failed\n3 of 29 tables arrived; .*\nTry later\.\n\n/,
  )
})

it('is written in the language of its reader, but for what an earlier version has said', () => {
  const failed = {
    code: 'TABLE_BUSY',
    message: 'The disk of the server is full: no space left',
    sentence: sentence`The disk of the server is full: ${'no space left'}`,
    hint: 'Try later.',
  }
  const failures = [{ ...failure(1), sentence: sentence`A table no longer exists: ${'t1'}` }, failure(2)]
  const { subject, text } = textOf({ error: failed, tables: { all: 3, arrived: 0 }, failures }, 'de')

  expect(subject).toBe('„Orders“ war nur teilweise erfolgreich')
  expect(text).toBe(
    `${subject}\nDie Festplatte des Servers ist voll: no space left\nTry later.\n- public.t1: Eine Tabelle gibt es nicht mehr: t1\n- public.t2: Somebody holds t2.\nund 1 weitere\n\nOrganisation: Analytical Engines\n`,
  )
})
