import type { I18n } from '@lingui/core'

import type { Setting } from '../../core/catalog/transformations/transformation-settings.ts'
import { transformationTypeOf } from '../../core/catalog/transformations/transformation-types.ts'
import { optionLabel } from '../catalog/option-label.ts'
import type { Formats } from '../i18n/formats.ts'
import { stepName } from '../i18n/step-type-texts.ts'

interface Language {
  readonly i18n: I18n
  readonly formats: Formats
}

/** The type of a step in the path of a change: after its number. */
const typeIn = (place = ''): string => /^\d+ (\w+)$/.exec(place)?.[1] ?? ''

/** A value of a step in words: its type, or its choices; columns and new names stay, also if they are called like a choice. */
export function stepValue({ i18n, formats }: Language, path: readonly string[], value: string): string {
  const [, step, field, name] = path
  if (field === 'type' && path.length === 3) return stepName(i18n, value)
  const setting = transformationTypeOf(typeIn(step))?.settings.find((known) => known.name === name)
  if (!setting) return value
  if (setting.kind === 'number') return Number.isFinite(Number(value)) ? formats.number(Number(value)) : value
  if (setting.kind === 'choice') return inWords(i18n, setting.options, value)
  return setting.kind === 'lines' ? linesInWords(i18n, setting, value) : value
}

/** `settingText` writes the cells of a line in the order of their names; only the first of them may be missing. */
function linesInWords(i18n: I18n, { cells }: Extract<Setting, { kind: 'lines' }>, value: string): string {
  const inOrder = cells.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const fromEnd = inOrder.toReversed().findIndex(({ kind }) => kind === 'choice')
  const choice = inOrder.at(-1 - fromEnd)
  if (choice?.kind !== 'choice') return value
  return value
    .split('; ')
    .map((line) => {
      const shown = line.split(' → ')
      const at = shown.length - 1 - fromEnd
      return shown.map((cell, place) => (place === at ? inWords(i18n, choice.options, cell) : cell)).join(' → ')
    })
    .join('; ')
}

const inWords = (i18n: I18n, options: readonly string[], value: string): string =>
  options.includes(value) ? optionLabel(i18n, value) : value
