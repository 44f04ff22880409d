import { expect, it } from 'vitest'

import { cpuTime } from '../../../../test/support/cpu-time.ts'
import { namesInQuotes } from './names-in-quotes.ts'

it('reads the names in a message of any language, whatever stands behind them', () => {
  for (const message of [
    'Key "a" of "b"',
    'Schlüssel „a“ von „b“',
    'clé « a » de « b »',
    'ключ «a» из «b»',
    "key 'a' of 'b'",
  ]) {
    expect(namesInQuotes(message + ' '.repeat(10_000))).toEqual(['a', 'b'])
  }
})

it.each(['„', '«', '`', "'", '„ ', '« '])('a megabyte of %s stops nobody', (quote) => {
  expect(cpuTime(() => namesInQuotes(quote.repeat(500_000)))).toBeLessThan(100)
})
