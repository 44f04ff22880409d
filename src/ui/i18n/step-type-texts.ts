import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import {
  isTransformationType,
  type TRANSFORMATION_TYPES,
  type TransformationType,
} from '../../core/catalog/transformations/transformation-types.ts'

type SettingOf<Type extends TransformationType> = (typeof TRANSFORMATION_TYPES)[Type]['settings'][number]
type SettingName<Type extends TransformationType> =
  | SettingOf<Type>['name']
  | Extract<SettingOf<Type>, { readonly kind: 'lines' }>['cells'][number]['name']

type StepTypeTexts<Type extends TransformationType> = TextsOf<Type> &
  ((typeof TRANSFORMATION_TYPES)[Type]['isRowWise'] extends false
    ? Pick<Required<TextsOf<Type>>, 'ofSomeRows'>
    : unknown)

interface TextsOf<Type extends TransformationType> {
  readonly name: MessageDescriptor
  readonly purpose: MessageDescriptor
  /** Of settings whose name has another meaning in this type, or is not in any other. */
  readonly labels: { readonly [Name in Exclude<SettingName<Type>, keyof typeof LABELS>]: MessageDescriptor } & {
    readonly [Name in SettingName<Type>]?: MessageDescriptor
  }
  readonly hints?: { readonly [Name in SettingName<Type>]?: MessageDescriptor }
  /** Why a run may have another result than a preview, which has only some of the rows; of a type that does not work row by row. */
  readonly ofSomeRows?: MessageDescriptor | null
}

/** Settings with the same meaning in every type that has them. */
const LABELS = {
  columns: msg`Columns`,
  by: msg`By`,
  stream: msg`Other table`,
  column: msg`Column`,
  name: msg`Name`,
  expression: msg`Expression`,
  direction: msg`Order`,
}

/** One row per type; a missing text does not compile. */
const TEXTS: { readonly [Type in TransformationType]: StepTypeTexts<Type> } = {
  select: {
    name: msg`Choose columns`,
    purpose: msg`Keeps some columns`,
    labels: { columns: msg`Columns to keep` },
  },
  rename: {
    name: msg`Rename columns`,
    purpose: msg`Gives columns other names`,
    labels: { to: msg`New name` },
  },
  cast: {
    name: msg`Change types`,
    purpose: msg`Converts text to numbers, numbers to dates …`,
    labels: { type: msg`Type` },
  },
  filter: {
    name: msg`Filter rows`,
    purpose: msg`Keeps rows that meet a condition`,
    labels: { where: msg`Keep rows where` },
    hints: { where: msg`Such as total > 0 AND status = 'paid'` },
  },
  compute: {
    name: msg`Compute columns`,
    purpose: msg`Computes new columns`,
    labels: {},
  },
  mask: {
    name: msg`Mask columns`,
    purpose: msg`Hides personal data`,
    labels: { method: msg`Method` },
  },
  deduplicate: {
    name: msg`Remove duplicates`,
    purpose: msg`Keeps one of several equal rows`,
    labels: { by: msg`Equal when these are equal`, keep: msg`Of these, keep the first by` },
    hints: { keep: msg`None: any one of them` },
    ofSomeRows: msg`a run compares all`,
  },
  aggregate: {
    name: msg`Aggregate`,
    purpose: msg`Counts, sums or averages groups`,
    labels: { by: msg`Group by`, measures: msg`Measures`, function: msg`Function` },
    hints: { by: msg`None chosen: one row for all` },
    ofSomeRows: msg`a run groups all`,
  },
  sort: {
    name: msg`Sort rows`,
    purpose: msg`Puts rows in order`,
    labels: {},
    ofSomeRows: msg`a run sorts all`,
  },
  limit: {
    name: msg`Limit rows`,
    purpose: msg`Keeps the first rows only`,
    labels: { rows: msg`Number of rows` },
    ofSomeRows: null,
  },
  join: {
    name: msg`Join`,
    purpose: msg`Adds columns of another table`,
    labels: {
      rows: msg`Rows without a match`,
      on: msg`Where these are equal`,
      other: msg`Column of the other table`,
      columns: msg`Columns to add`,
    },
    hints: { columns: msg`None chosen: all of them` },
    // The preview says how many partners it found.
    ofSomeRows: null,
  },
  sql: {
    name: msg`SQL`,
    purpose: msg`Any SELECT`,
    labels: { query: msg`Query` },
    hints: { query: msg`One SELECT from the table input` },
    ofSomeRows: msg`a run queries all`,
  },
}

type Texts = Readonly<Record<string, MessageDescriptor | undefined>>

interface AnyTexts extends Pick<TextsOf<TransformationType>, 'name' | 'purpose' | 'ofSomeRows'> {
  readonly labels: Texts
  readonly hints?: Texts
}

/** Nothing for a type of a newer server. */
const textsOf = (type: string): AnyTexts | undefined => (isTransformationType(type) ? TEXTS[type] : undefined)

const translated = (i18n: I18n, text: MessageDescriptor | null | undefined): string | undefined =>
  text ? i18n._(text) : undefined

/** A type of a newer server is shown with its own name; for others nothing may be known. */
export const stepName = (i18n: I18n, type: string): string =>
  translated(i18n, textsOf(type)?.name) ?? (type || i18n._(msg`Step`))

/** The purpose of a kind of step; nothing for one of a newer server. */
export const typePurpose = (i18n: I18n, type: string): string => translated(i18n, textsOf(type)?.purpose) ?? ''

/** The name of a setting of a step. */
export const settingLabel = (i18n: I18n, type: string, name: string): string =>
  translated(i18n, textsOf(type)?.labels[name] ?? (LABELS as Texts)[name]) ?? name

export const settingHint = (i18n: I18n, type: string, name: string): string | undefined =>
  translated(i18n, textsOf(type)?.hints?.[name])

/** Why a run may have another result than a preview of this type. */
export const ofSomeRows = (i18n: I18n, type: string): string | undefined => translated(i18n, textsOf(type)?.ofSomeRows)
