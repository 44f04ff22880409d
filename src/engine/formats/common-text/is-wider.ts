import type { ValueType } from '../../ports/value-type.ts'

/**
 * Whether a column can get the new kind without losing or changing its values, and could store more with it. Floats are left out, because the same
 * number is written with other digits after widening.
 */
export const isWider = (next: ValueType, own: ValueType): boolean => holdsAll(next, own) && !holdsAll(own, next)

/**
 * The kind that a column has to get for the new values: the new kind, unless both are decimals and each has more digits than the other on one
 * side of the point, or whole numbers of which only one has a sign.
 */
export function holdingBoth(next: ValueType, own: ValueType): ValueType {
  if (holdsAll(next, own) || holdsAll(own, next)) return next
  if (next.kind === 'integer' && own.kind === 'integer') return signedBoth(next, own)
  if (next.kind !== 'decimal' || own.kind !== 'decimal') return next
  const scale = Math.max(next.scale ?? 0, own.scale ?? 0)
  const digits = Math.max(...[next, own].map((decimal) => (decimal.precision ?? 0) - (decimal.scale ?? 0)))
  return { kind: 'decimal', precision: digits + scale, scale }
}

/** Sizes that every system has; what is larger is a decimal. */
const SIZES = [8, 16, 32, 64]

function signedBoth(next: Integer, own: Integer): ValueType {
  const needed = Math.max(...[next, own].map(({ bits, unsigned = false }) => bits + (unsigned ? 1 : 0)))
  const bits = SIZES.find((size) => size >= needed)
  return bits === undefined
    ? { kind: 'decimal', precision: digitsOf({ ...next, bits: 64, unsigned: true }), scale: 0 }
    : { kind: 'integer', bits }
}

/** Whether every value of one kind can be stored as another, unchanged. */
export function holdsAll(next: ValueType, own: ValueType): boolean {
  if (next.kind === 'integer' && own.kind === 'integer') return holdsRange(next, own)
  if (next.kind === 'decimal' && own.kind === 'integer') return holdsDigits(next, { digits: digitsOf(own), scale: 0 })
  if (next.kind === 'decimal' && own.kind === 'decimal') {
    if (next.precision === undefined) return true
    if (own.precision === undefined) return false
    const scale = own.scale ?? 0
    return holdsDigits(next, { digits: own.precision - scale, scale })
  }
  if (next.kind === 'text' && own.kind === 'text')
    return next.length === undefined || (own.length !== undefined && next.length >= own.length)
  return false
}

type Integer = Extract<ValueType, { kind: 'integer' }>

/** An unsigned number of n bits needs n + 1 bits with a sign; a signed number never fits into an unsigned one. */
const holdsRange = (next: Integer, own: Integer): boolean =>
  next.unsigned ? (own.unsigned ?? false) && next.bits >= own.bits : next.bits >= own.bits + (own.unsigned ? 1 : 0)

const digitsOf = ({ bits, unsigned = false }: Integer): number =>
  String((1n << BigInt(bits - (unsigned ? 0 : 1))) - 1n).length

function holdsDigits(
  { precision, scale = 0 }: Extract<ValueType, { kind: 'decimal' }>,
  own: { readonly digits: number; readonly scale: number },
): boolean {
  return precision === undefined || (precision - scale >= own.digits && scale >= own.scale)
}
