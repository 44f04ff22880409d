import type { Field } from './field.ts'
import { type Sentence, sentence } from './sentence.ts'

type Values = Readonly<Record<string, unknown>>

/** A field that is missing beside another one: `field` is to be filled in, or `instead` of it. */
export interface MissingCompanion {
  readonly field: Field
  readonly instead?: Field
}

/** The fields that others of the form call for and that are empty. */
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

/** Without the fields whose owner is empty: they mean nothing. */
export const withoutOrphans = (fields: readonly Field[], values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const owner = fields.find((field) => field.name === name)?.belongsTo
      return owner === undefined || isFilled(values[owner])
    }),
  )

/**
 * The part of the address that has changed, of those that a secret is sent to: the tunnel's secrets go to the tunnel's server,
 * the others to the database, on a way that the tunnel's server sees.
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
