import { type Sentence, sentence } from '../sentence.ts'
import type { Field } from './field.ts'

type Values = Readonly<Record<string, unknown>>

/** A missing field that another field requires: `field` must be filled in, or `instead` of it. */
export interface MissingCompanion {
  readonly field: Field
  readonly instead?: Field
}

/** The empty fields that other fields of the form require. */
export const missingCompanions = (fields: readonly Field[], values: Values): readonly MissingCompanion[] =>
  fields.flatMap((field) => missingBeside(field, fields, values) ?? [])

function missingBeside(field: Field, fields: readonly Field[], values: Values): MissingCompanion | undefined {
  const owner = fields.find(({ name }) => name === field.belongsTo)
  if (!owner) return undefined
  const isThere = isFilled(values[field.name])
  if (!isFilled(values[owner.name])) return isThere ? { field: owner } : undefined
  if (isThere || field.neededThere === undefined) return undefined
  const instead = fields.find(({ name }) => name === field.neededThere)
  if (!instead) return { field }
  return isFilled(values[instead.name]) ? undefined : { field, instead }
}

export const companionMessage = ({ field, instead }: MissingCompanion): Sentence =>
  instead ? sentence`${field.label} or ${instead.label} is required` : sentence`${field.label} is required`

/** Without the fields whose owner is empty, because they have no meaning then. */
export const withoutOrphans = (fields: readonly Field[], values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const owner = fields.find((field) => field.name === name)?.belongsTo
      return owner === undefined || isFilled(values[owner])
    }),
  )

/**
 * The changed part of the address to which a secret is sent: the tunnel's secrets go to the tunnel's server,
 * the others to the database, through the tunnel's server.
 */
export const movedFor = (
  secret: Field,
  { fields, stored, changed }: { readonly fields: readonly Field[]; readonly stored: Values; readonly changed: Values },
): Field | undefined =>
  fields.find(
    ({ name, endpoint, group }) =>
      endpoint && (secret.group !== 'tunnel' || group === 'tunnel') && !isSame(stored[name], changed[name]),
  )

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

const isSame = (one: unknown, other: unknown): boolean => String(one ?? '') === String(other ?? '')
