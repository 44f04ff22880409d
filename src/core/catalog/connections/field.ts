import { type Sentence, sentence } from '../sentence.ts'
import { isMask } from './mask.ts'

/** One input of a credential or connection form (spec §3). */
export interface Field {
  readonly name: string
  /** The noun in the spec's message for required fields: `${label} is required`. */
  readonly label: Sentence
  readonly kind: 'text' | 'password' | 'number' | 'multiline' | 'select'
  /** Never shown again after storing, and requested again when its destination changes. */
  readonly secret: boolean
  readonly optional?: true
  readonly default?: string | number
  readonly options?: readonly string[]
  /** The required form of a text, besides not being empty. */
  readonly format?: 'host' | 'service-account' | 'certificate' | 'private-key' | 'plain-private-key' | 'host-key'
  /** Part of the address to which a secret is sent: a change requires the secret again. */
  readonly endpoint?: true
  /** The value that applies if nothing is entered. It is never sent, because a server may not know the field. */
  readonly whenEmpty?: string | number
  /** The section of the form; a section is closed until somebody needs it. */
  readonly group?: FieldGroup
  /** Another field; without it this one has no meaning. */
  readonly belongsTo?: string
  /** Required as soon as the field that it belongs to is filled in; a name is the alternative field. */
  readonly neededThere?: true | string
}

export type FieldGroup = 'encryption' | 'tunnel' | 'limits'

export type FieldProblem =
  | 'required'
  | 'not-a-number'
  | 'not-an-option'
  | 'not-text'
  | 'not-one-line'
  | 'not-a-host'
  | 'not-a-service-account'
  | 'not-a-certificate'
  | 'not-a-private-key'
  | 'key-is-encrypted'
  | 'not-a-host-key'

/** A name, an IPv4 address, or an IPv6 address with or without brackets; no parts of a URL, which belong in other fields. */
const HOST = /^(?:[\p{L}\p{N}_]([\p{L}\p{N}_.-]*[\p{L}\p{N}_.])?|\[[\da-f:.]+\]|[\da-f]*:[\da-f:.]+)$/iu

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/
const KEY_BEGINS = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/
const KEY_ENDS = /-----END (?:[A-Z]+ )?PRIVATE KEY-----/
const ENCRYPTED_KEY = /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m

/** In the format of `ssh-keygen -lf`. */
const HOST_KEY = /^SHA256:[A-Za-z0-9+/]{43}=?$/

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are not allowed here
const CONTROL = /[\u0000-\u001f\u007f]/

/** The problem with a value, or nothing. */
export function problemWith(field: Field, value: unknown): FieldProblem | undefined {
  if (value === undefined || value === null || value === '') return field.optional ? undefined : 'required'
  if (field.kind === 'number') return isPort(Number(value)) ? undefined : 'not-a-number'
  return typeof value === 'string' ? problemWithText(field, value) : 'not-text'
}

const isPort = (number: number): boolean => Number.isInteger(number) && number > 0 && number <= 65_535

function problemWithText(field: Field, value: string): FieldProblem | undefined {
  if (value.trim() === '' && !field.optional) return 'required'
  if (field.kind !== 'multiline' && CONTROL.test(value)) return 'not-one-line'
  if (field.options && !field.options.includes(value)) return 'not-an-option'
  return field.secret && isMask(value) ? undefined : problemWithFormat(field, value)
}

function problemWithFormat({ format }: Field, value: string): FieldProblem | undefined {
  switch (format) {
    case undefined:
      return undefined
    case 'host':
      return HOST.test(value.trim()) ? undefined : 'not-a-host'
    case 'service-account':
      return isServiceAccount(value) ? undefined : 'not-a-service-account'
    case 'certificate':
      return CERTIFICATE.test(value) ? undefined : 'not-a-certificate'
    case 'private-key':
      return isPrivateKey(value) ? undefined : 'not-a-private-key'
    case 'plain-private-key':
      if (!isPrivateKey(value)) return 'not-a-private-key'
      return ENCRYPTED_KEY.test(value) ? 'key-is-encrypted' : undefined
    case 'host-key':
      return HOST_KEY.test(value.trim()) ? undefined : 'not-a-host-key'
  }
}

/** In two steps: one expression would look for the end anew from each of many beginnings. */
function isPrivateKey(text: string): boolean {
  const begun = KEY_BEGINS.exec(text)
  return begun !== null && KEY_ENDS.test(text.slice(begun.index + begun[0].length + 1))
}

/** Fields that Google's key files of service accounts have, and those of people do not. */
function isServiceAccount(text: string): boolean {
  try {
    const key: unknown = JSON.parse(text)
    return typeof key === 'object' && key !== null && 'client_email' in key && 'private_key' in key
  } catch {
    return false
  }
}

/** The spec's sentence (§5) for a missing value, and a similar one for the others. */
export const messageFor = ({ label, options }: Field, problem: FieldProblem): Sentence => {
  switch (problem) {
    case 'required':
      return sentence`${label} is required`
    case 'not-a-number':
      return sentence`${label} must be a whole number from 1 to 65535`
    case 'not-an-option':
      return sentence`${label} must be one of ${options?.join(', ') ?? ''}`
    case 'not-text':
      return sentence`${label} must be text`
    case 'not-one-line':
      return sentence`${label} must be one line without control characters`
    case 'not-a-host':
      return sentence`${label} must be only a host name or an address, such as db.example.com, without a scheme, a port or a path`
    case 'not-a-service-account':
      return sentence`${label} must be the JSON key file of a service account, with client_email and private_key`
    case 'not-a-certificate':
      return sentence`${label} must be in PEM form, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----`
    case 'not-a-private-key':
      return sentence`${label} must be a private key, from -----BEGIN … PRIVATE KEY----- to -----END … PRIVATE KEY-----`
    case 'key-is-encrypted':
      return sentence`${label} must be a private key without a passphrase`
    case 'not-a-host-key':
      return sentence`${label} must be a fingerprint as "ssh-keygen -lf" prints it: SHA256: and 43 characters`
  }
}
