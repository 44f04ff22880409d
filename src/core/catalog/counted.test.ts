import { expect, it } from 'vitest'

import { countedMails, countedRows } from './counted.ts'
import { inEnglish } from './sentence.ts'

it('counts one and many', () => {
  expect([countedRows(1), countedRows(5_000), countedMails(1), countedMails(2)].map(inEnglish)).toEqual([
    '1 row',
    '5,000 rows',
    '1 mail',
    '2 mails',
  ])
})
