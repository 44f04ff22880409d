import type { Field, ValueMend, ValueType } from '../../ports/value-type.ts'

/** The changes that may help in a column with these values, the one that loses least first. */
export function mendsFor(value: ValueType, nullable: boolean): readonly ValueMend[] {
  const mends: ValueMend[] = []
  if (value.kind === 'integer') mends.push({ kind: 'round', digits: 0 })
  if (value.kind === 'decimal' && value.precision !== undefined)
    mends.push({ kind: 'round', digits: Math.max(value.scale ?? 0, 0) })
  if (value.kind === 'text' && value.length !== undefined) mends.push({ kind: 'cut', characters: value.length })
  if (nullable) mends.push({ kind: 'empty' })
  return mends
}

/** The changed value; the same text if the change does not apply to it. @param text common text */
export function mendValue(text: string, mend: ValueMend): Field {
  switch (mend.kind) {
    case 'round':
      return rounded(text, mend.digits)
    case 'cut':
      return [...text].slice(0, mend.characters).join('')
    case 'empty':
      return null
  }
}

function rounded(text: string, digits: number): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? []
  if (whole === '' || fraction.length <= digits) return text
  const kept = BigInt(whole + fraction.slice(0, digits))
  const scaled = String(fraction.charAt(digits) >= '5' ? kept + 1n : kept).padStart(digits + 1, '0')
  const place = scaled.length - digits
  const number = digits > 0 ? `${scaled.slice(0, place)}.${scaled.slice(place)}` : scaled
  return /^[0.]+$/.test(number) ? number : `${sign}${number}`
}
