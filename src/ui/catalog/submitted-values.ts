import type { Field } from '../../core/catalog/connections/field.ts'
import { isMask, MASK } from '../../core/catalog/connections/mask.ts'

/** The values of a part of a form. */
export interface Filled {
  readonly values: Readonly<Record<string, string>>
  /** Names of stored secrets that the user has removed: an empty input alone means that they stay. */
  readonly removed?: readonly string[] | undefined
}

type Stored = Readonly<Record<string, unknown>> | undefined

export const isStored = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** A stored value that is not shown: the input is empty while it stays. Another server may mask values that we show. */
export const isHidden = ({ name, secret }: Field, stored: Stored): boolean =>
  isStored(stored?.[name]) && (secret || isMask(stored?.[name]))

/** The values that a form means: if the user empties a filled-in field, the fields that belong to it are removed too. */
export const submittedValues = (fields: readonly Field[], filled: Filled, stored: Stored): Filled['values'] =>
  Object.fromEntries(
    Object.entries(filled.values).map(([name, value]) => {
      const owner = ownerOf(fields, name)
      return [name, owner && isStored(stored?.[owner.name]) && isGone(owner, filled, stored) ? '' : value]
    }),
  )

/** With a mask for each hidden value that stays unchanged. */
export const withKept = (fields: readonly Field[], filled: Filled, stored: Stored): Filled['values'] =>
  Object.fromEntries(
    fields.map((field) => {
      const owner = ownerOf(fields, field.name)
      const isKept = isHidden(field, stored) && !isGone(field, filled, stored)
      const value = filled.values[field.name] ?? ''
      return [field.name, value === '' && isKept && !(owner && isGone(owner, filled, stored)) ? MASK : value]
    }),
  )

/** Names of the hidden values that should become empty, including those that belong to them. */
export const removedFields = (fields: readonly Field[], { removed = [] }: Filled): readonly string[] =>
  fields
    .filter(({ name, belongsTo = '' }) => removed.includes(name) || removed.includes(belongsTo))
    .map(({ name }) => name)

const isGone = (field: Field, { values, removed = [] }: Filled, stored: Stored): boolean =>
  (values[field.name] ?? '') === '' && (removed.includes(field.name) || !isHidden(field, stored))

const ownerOf = (fields: readonly Field[], name: string): Field | undefined => {
  const owner = fields.find((field) => field.name === name)?.belongsTo
  return fields.find((field) => field.name === owner)
}
