import { expect, it } from 'vitest'

import { singleLine } from './single-line.ts'

it('a name in a mail is one line, and turns no text around', () => {
  expect(singleLine(' Ada\r\nBcc: eve@example.com\u2028x\u0085y ')).toBe('Ada Bcc: eve@example.com x y')
  expect(singleLine('Ada\u202e moc.elpmaxe\u2069')).toBe('Ada moc.elpmaxe')
  expect(singleLine('عادة Ada é 👩‍💻')).toBe('عادة Ada é 👩‍💻')
})
