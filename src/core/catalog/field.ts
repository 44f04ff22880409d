import { isMask } from './mask.ts'

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
  /** What a text has to be, beyond not empty. */
  readonly format?: 'host' | 'service-account'
  /** Part of the address that a secret is sent to: changing it needs the secret again. */
  readonly endpoint?: true
}

export type FieldProblem =
  | 'required'
  | 'not-a-number'
  | 'not-an-option'
  | 'not-text'
  | 'not-one-line'
  | 'not-a-host'
  | 'not-a-service-account'

/** A name, an IPv4 address, or an IPv6 address with or without its brackets: nothing of a URL, which belongs into several fields. */
const HOST = /^(?:[\p{L}\p{N}_]([\p{L}\p{N}_.-]*[\p{L}\p{N}_.])?|\[[\da-f:.]+\]|[\da-f]*:[\da-f:.]+)$/iu

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
const CONTROL = /[\u0000-\u001f\u007f]/

/** What is wrong with a value, or nothing. */
export function problemWith(field: Field, value: unknown): FieldProblem | undefined {
  if (value === undefined || value === null || value === '') return field.optional ? undefined : 'required'
  if (field.kind === 'number') {
    const number = typeof value === 'number' ? value : Number(value)
    return Number.isInteger(number) && number > 0 && number <= 65_535 ? undefined : 'not-a-number'
  }
  if (typeof value !== 'string') return 'not-text'
  if (value.trim() === '' && !field.optional) return 'required'
  if (field.kind !== 'multiline' && CONTROL.test(value)) return 'not-one-line'
  if (field.format === 'host' && !HOST.test(value.trim())) return 'not-a-host'
  if (field.format === 'service-account' && !isMask(value) && !isServiceAccount(value)) return 'not-a-service-account'
  return field.options && !field.options.includes(value) ? 'not-an-option' : undefined
}

/** What Google's key files of service accounts hold, and those of people do not. */
function isServiceAccount(text: string): boolean {
  try {
    const key: unknown = JSON.parse(text)
    return typeof key === 'object' && key !== null && 'client_email' in key && 'private_key' in key
  } catch {
    return false
  }
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
    case 'not-one-line':
      return `${label} must be one line without control characters`
    case 'not-a-host':
      return `${label} must be a name or an address alone, such as db.example.com, without a scheme, a port or a path`
    case 'not-a-service-account':
      return `${label} must be the JSON key file of a service account, with client_email and private_key`
  }
}
