import type { Field } from './field.ts'

type Values = Readonly<Record<string, unknown>>

/** A field that is missing beside another one: `field` is to be filled in, or `instead` of it. */
export interface MissingCompanion {
  readonly field: Field
  readonly instead?: Field
}

/** The first field that others of the form call for and that is empty. */
export function missingCompanion(fields: readonly Field[], values: Values): MissingCompanion | undefined {
  const byName = (name: string) => fields.find((field) => field.name === name)
  for (const field of fields) {
    const owner = field.belongsTo === undefined ? undefined : byName(field.belongsTo)
    if (!owner) continue
    const isThere = isFilled(values[field.name])
    if (isThere && !isFilled(values[owner.name])) return { field: owner }
    if (isThere || !isFilled(values[owner.name]) || field.neededThere === undefined) continue
    const instead = field.neededThere === true ? undefined : byName(field.neededThere)
    if (!instead) return { field }
    if (!isFilled(values[instead.name])) return { field, instead }
  }
  return undefined
}

export const companionMessage = ({ field, instead }: MissingCompanion): string =>
  instead ? `${field.label} or ${instead.label} is required` : `${field.label} is required`

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
