/** One input of a credential or connection form (spec §3). */
export interface Field {
  readonly name: string
  /** The noun of the spec's required-message: `${label} is required`. */
  readonly label: string
  readonly kind: 'text' | 'password' | 'number' | 'multiline' | 'select'
  /** Never shown again once stored, and asked for again when the place that it is sent to changes. */
  readonly secret: boolean
  readonly optional?: true
  readonly default?: string | number
  readonly options?: readonly string[]
  /** Part of the address that a secret is sent to: changing it needs the secret again. */
  readonly endpoint?: true
}

export type FieldProblem = 'required' | 'not-a-number' | 'not-an-option' | 'not-text'

/** What is wrong with a value, or nothing. */
export function problemWith(field: Field, value: unknown): FieldProblem | undefined {
  if (value === undefined || value === null || value === '') return field.optional ? undefined : 'required'
  if (field.kind === 'number') {
    const number = typeof value === 'number' ? value : Number(value)
    return Number.isInteger(number) && number > 0 && number <= 65_535 ? undefined : 'not-a-number'
  }
  if (typeof value !== 'string') return 'not-text'
  if (value.trim() === '' && !field.optional) return 'required'
  return field.options && !field.options.includes(value) ? 'not-an-option' : undefined
}

/** The spec's sentence (§5) for a missing value, and one in its manner for the others. */
export const messageFor = ({ label, options }: Field, problem: FieldProblem): string => {
  switch (problem) {
    case 'required':
      return `${label} is required`
    case 'not-a-number':
      return `${label} must be a whole number from 1 to 65535`
    case 'not-an-option':
      return `${label} must be one of ${options?.join(', ') ?? ''}`
    case 'not-text':
      return `${label} must be text`
  }
}
