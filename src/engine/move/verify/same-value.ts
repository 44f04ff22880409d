import type { Field, ValueType } from '../../ports/value-type.ts'
import type { Spelling } from '../../ports/vanished-rows.ts'

/** Whether common text of two systems is one value; `1.50` and `1.5` are, `1.5` and `1.51` are not. */
export function isSameValue(one: Field, other: Field, value: ValueType, spelling?: Spelling): boolean {
  if (one === other) return true
  if (one === null || other === null) return false
  if (value.kind === 'float' && value.bits === 32 && isOfSingle(one, other)) return true
  return spelled(one, value.kind, spelling) === spelled(other, value.kind, spelling)
}

/** A number of four bytes is written with the digits that tell it from others; in a wider column it has all of its digits. */
const isOfSingle = (one: string, other: string) => Math.fround(Number(one)) === Number(other)

/** The notation of a value that equal values of two systems share. */
export function spelled(text: string, kind: ValueType['kind'], spelling?: Spelling): string {
  return spelling ? SPELLED[spelling](text) : inOneNotation(text, kind)
}

const SPELLED: Readonly<Record<Spelling, (text: string) => string>> = {
  'without spaces at the end': (text) => text.replace(/ +$/, ''),
  'in lower case': (text) => text.toLowerCase(),
  'without zeros at the beginning': (text) => text.replace(/^0+/, ''),
}

const inOneNotation = (text: string, kind: ValueType['kind']): string => NOTATIONS[kind]?.(text) ?? text

const withoutZeros = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

const shortTime = (text: string) => text.replace(/(\.\d*?)0+(?=$|[+-])/, '$1').replace(/\.(?=$|[+-])/, '')

/** A day is its beginning. */
const shortMoment = (text: string) => shortTime(text).replace(/ 00:00:00$/, '')

const truth = (text: string) => (/^[t1]$/.test(text) ? 'true' : /^[f0]$/.test(text) ? 'false' : text)

const NOTATIONS: Readonly<Partial<Record<ValueType['kind'], (text: string) => string>>> = {
  boolean: truth,
  integer: withoutZeros,
  decimal: withoutZeros,
  float: (text) => String(Number(text)),
  date: shortMoment,
  timestamp: shortMoment,
  time: shortTime,
  interval: shortTime,
  uuid: (text) => text.toLowerCase(),
  json: canonical,
}

function canonical(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, marked), (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    )
  } catch {
    return text
  }
}

/** A number keeps all of its digits, and is still told from a text of the same digits. */
function marked(_: string, value: unknown, written?: { readonly source?: string }): unknown {
  if (typeof value === 'string') return `text ${value}`
  return typeof value === 'number' ? `number ${exactly(written?.source ?? String(value))}` : value
}

/** The digits of a JSON number without zeros at either end, and their exponent. */
function exactly(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  if (kept === '') return '0'
  const sign = mantissa.startsWith('-') ? '-' : ''
  return `${sign}${kept}e${BigInt(exponent.replace('+', '')) - BigInt(fraction.length) + BigInt(digits.length - kept.length)}`
}
