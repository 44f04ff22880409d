import { expect, it } from 'vitest'

import { withoutQuotations } from './without-quotations.ts'

const SECRET = 'ada@example.com'

it.each([
  `duplicate key value violates unique constraint "people_key" Key (email)=(${SECRET}) already exists.`,
  `null value in column "name" of relation "people" violates not-null constraint Failing row contains (1, ${SECRET}, null).`,
  `invalid input syntax for type integer: "${SECRET}" COPY people, line 1, column email: "${SECRET}"`,
  `invalid input syntax for type json COPY people, line 1: "1	${SECRET}	x"`,
  `invalid input value for enum mood: "a" column "${SECRET}" b"`,
  `Duplicate entry '${SECRET}' for key 'people.email'`,
  `Incorrect integer value: '${SECRET}' for column 'email' at row 1`,
  `public.people: Could not convert string '${SECRET}' to INT32`,
  `Bad int64 value: ${SECRET}`,
  `Row 3, column "born": ${SECRET} is not a valid calendar date, and only MySQL can store it.`,
  `“${SECRET}” is too long`,
  `Reading has begun, after email ${SECRET}.`,
  `Rows from ${SECRET} on are read again and are written twice; the mode "upsert" avoids that.`,
  `The rows did not pass their checks. The latest born is ${SECRET}; at most 2 hours ago is accepted.`,
  `The rows did not pass their checks. ${SECRET} in born is not a time.`,
  `Waiting for a lock: session 12 (etl), with: UPDATE people SET code = ${SECRET}`,
  `Rows from ${SECRET} on are read again and would be written twice; the mode "upsert" avoids that.`,
])('leaves out the value in: %s', (message) => {
  expect(withoutQuotations(message)).not.toContain('ada')
  expect(withoutQuotations(message)).toContain('…')
})

it('keeps what is no value', () => {
  const message =
    'public.people: row 7, column "email": the value must not be empty in table "people" of schema "public".'
  expect(withoutQuotations(message)).toBe(message)
  expect(
    withoutQuotations('duplicate key value violates unique constraint "people_key" Key (email)=(x) already exists.'),
  ).toBe('duplicate key value violates unique constraint "people_key" Key (email)=(…) already exists.')
  expect(withoutQuotations('')).toBe('')
})
