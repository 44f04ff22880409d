import { type Sentence, type SentenceValue, sentence } from '../../../core/catalog/sentence.ts'
import type { ValueType } from '../../ports/value-type.ts'

/** The reason why a column cannot store a common text, without quoting it; `undefined` if it can. */
export type ValueLimit = (text: string) => Sentence | undefined

/** Differences between systems beyond the kind of a column. */
export interface SystemLimits {
  /** Whether numbers may be NaN or infinite, and dates infinite or before the year 1. */
  readonly takesSpecialValues: boolean
  /** Whether texts may contain the character NUL. */
  readonly takesNul: boolean
}

/** The only place with the rule which common texts a column of a kind accepts, so that a row can be rejected before a server refuses it. */
export function limitOf(value: ValueType, { takesSpecialValues, takesNul }: SystemLimits): ValueLimit {
  const special = (value: SentenceValue) => (takesSpecialValues ? undefined : sentence`does not accept ${value}`)
  const numeric =
    (limit: ValueLimit): ValueLimit =>
    (text) =>
      /^(NaN|-?Infinity)$/.test(text) ? special(text.replace('-', '')) : limit(text)
  switch (value.kind) {
    case 'boolean':
      return (text) => (/^[tf01]$/.test(text) ? undefined : sentence`accepts only true and false`)
    case 'integer':
      return integerLimit(value.bits, value.unsigned ?? false)
    case 'decimal':
      return numeric(decimalLimit(value.precision, value.scale ?? 0))
    case 'float':
      return numeric((text) =>
        Number.isFinite(value.bits === 32 ? Math.fround(Number(text)) : Number(text))
          ? undefined
          : sentence`accepts only numbers of ${value.bits} bits`,
      )
    case 'date':
    case 'timestamp':
      return (text) =>
        /infinity| BC/.test(text) ? special(sentence`infinity or a year before 1`) : calendarLimit(text)
    case 'time':
      return (text) =>
        /^\d\d:\d\d:\d\d(\.\d+)?([+-].*)?$/.test(text) ? undefined : sentence`accepts only times of a day`
    case 'uuid':
      return (text) =>
        /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? undefined : sentence`accepts only UUIDs`
    case 'json':
      return (text) => (isJson(text) ? undefined : sentence`accepts only JSON`)
    case 'text':
      return textLimit(value.length, takesNul)
    case 'bytes':
      return (text) =>
        value.length !== undefined && (text.length - 2) / 2 > value.length
          ? sentence`accepts at most ${value.length} bytes`
          : undefined
    default:
      return () => undefined
  }
}

function integerLimit(bits: number, isUnsigned: boolean): ValueLimit {
  const least = isUnsigned ? 0n : -(1n << BigInt(bits - 1))
  const most = (1n << BigInt(bits - (isUnsigned ? 0 : 1))) - 1n
  return (text) => {
    // Booleans are numbers too, if a column of numbers accepts them.
    if (/^[tf]$/.test(text)) return undefined
    if (!/^-?\d+(\.0*)?$/.test(text)) return sentence`accepts only whole numbers`
    const number = BigInt(text.replace(/\..*$/, ''))
    return number < least || number > most
      ? sentence`accepts whole numbers from ${String(least)} to ${String(most)}`
      : undefined
  }
}

function decimalLimit(precision: number | undefined, scale: number): ValueLimit {
  return (text) => {
    const [, whole = '', fraction = ''] = /^-?0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? []
    if (whole === '' && fraction === '' && !/^-?[0.]+$/.test(text)) {
      return /^-?[\d.]+e[+-]?\d+$/i.test(text) ? undefined : sentence`accepts only numbers`
    }
    if (precision === undefined || (whole.length <= precision - scale && fraction.length <= scale)) return undefined
    return sentence`accepts ${precision - scale} digits before the point and ${scale} after it`
  }
}

/** Years have four digits in most systems; longer ones are checked by the server. */
function calendarLimit(text: string): Sentence | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)\b/.exec(text) ?? []
  if (year === undefined) return undefined
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const isThere = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day) && year !== '0000'
  return isThere ? undefined : sentence`accepts only dates of the calendar`
}

function textLimit(length: number | undefined, takesNul: boolean): ValueLimit {
  return (text) => {
    if (!takesNul && text.includes('\0')) return sentence`does not accept the character NUL`
    // A text with this number of code units cannot have more characters.
    if (length === undefined || text.length <= length || [...text].length <= length) return undefined
    return sentence`accepts at most ${length} characters`
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
