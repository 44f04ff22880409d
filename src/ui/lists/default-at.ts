import { SETTING_DEFAULTS } from '../../core/catalog/policies/setting-defaults.ts'

/** What holds at the place of a setting of a flow while the setting is absent; nothing where there is no such value. */
export function defaultAt(path: readonly string[]): string | undefined {
  const [part, , list] = path
  const isSetting =
    (part === 'streams' && (path.length === 3 || (list === 'checks' && path.length === 5))) ||
    (part === 'schedule' && path.length === 2) ||
    part === 'structure'
  return isSetting ? SETTING_DEFAULTS.get(path.at(-1) ?? '') : undefined
}
