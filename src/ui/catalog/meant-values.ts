import type { Field } from '../../core/catalog/field.ts'
import { MASK } from '../../core/catalog/mask.ts'

type Values = Readonly<Record<string, string>>
type Stored = Readonly<Record<string, unknown>> | undefined

export const isStored = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** What a form stands for: who empties a field that was filled in takes away what belongs to it. */
export const meantValues = (fields: readonly Field[], values: Values, stored: Stored): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const owner = ownerOf(fields, name)
      const isTakenAway = owner && !owner.secret && values[owner.name] === '' && isStored(stored?.[owner.name])
      return [name, isTakenAway ? '' : value]
    }),
  )

/** With a mask for each secret that stays as it is. */
export const withKept = (fields: readonly Field[], values: Values, stored: Stored): Values =>
  Object.fromEntries(
    fields.map(({ name, secret }) => {
      const owner = ownerOf(fields, name)
      const isKept = secret && values[name] === '' && isStored(stored?.[name])
      return [name, isKept && (!owner || owner.secret || values[owner.name] !== '') ? MASK : (values[name] ?? '')]
    }),
  )

const ownerOf = (fields: readonly Field[], name: string): Field | undefined => {
  const owner = fields.find((field) => field.name === name)?.belongsTo
  return fields.find((field) => field.name === owner)
}
