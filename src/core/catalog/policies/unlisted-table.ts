import { modesOf } from '../connections/connection-types.ts'
import { SETTING_DEFAULTS } from './setting-defaults.ts'

type Table = Readonly<Record<string, unknown>> & { readonly entity: string }

/** A table as a flow without a list moves it, with the settings of this one that make no difference there. */
export function unlistedTable(table: Table, destinationType: string): Table {
  const [mode] = modesOf(destinationType)
  const same = Object.entries(table).filter(
    ([name, value]) => SETTING_DEFAULTS.get(name) === value || (name === 'target' && value === table.entity),
  )
  return { ...Object.fromEntries(same), entity: table.entity, mode }
}
