import type { CodePlanResponse } from '../../contract/code.ts'
import { inColour } from '../in-colour.ts'

type Change = CodePlanResponse['changes'][number]
type Fault = CodePlanResponse['faults'][number]

const SIGNS: Readonly<Record<string, string>> = {
  created: '+',
  restored: '+',
  removed: '-',
  changed: '~',
  renamed: '~',
}

/** What a plan changes: one line for each thing, and one for each difference in it. */
export const changeLines = ({ changes, unchanged }: CodePlanResponse): readonly string[] => [
  ...changes.flatMap((change) => [headline(change), ...(change.changes ?? []).map(differenceLine)]),
  changes.length === 0
    ? `Nothing would change: ${unchanged} of ${unchanged} documents say what is there.`
    : `${['created', 'restored', 'changed', 'renamed', 'removed'].flatMap((action) => counted(changes, action)).join(', ')}, ${unchanged} unchanged`,
]

const counted = (changes: readonly Change[], action: string): readonly string[] => {
  const count = changes.filter((change) => change.action === action).length
  return count === 0 ? [] : [`${count} ${action}`]
}

function headline({ action, kind, name, previous_name: previous, file }: Change): string {
  const renamed = previous === undefined ? name : `${previous} → ${name}`
  return inColour(
    action,
    `${SIGNS[action] ?? '~'} ${kind} ${renamed}: ${action}${file === undefined ? '' : ` (${file})`}`,
  )
}

function differenceLine({ path, kind, from, to }: NonNullable<Change['changes']>[number]): string {
  const values = [from, to].filter((value) => value !== undefined).join(' → ')
  return `    ${path.join('.')}${values === '' ? ` ${kind}` : `: ${values}`}`
}

/** In the form in which editors and CI jobs find the place: `flows/orders.yaml:12: streams.0.mode: …` */
export const faultLine = ({ file, line, field, message }: Fault): string =>
  [[file, ...(line === undefined ? [] : [line])].join(':'), ...(field === undefined ? [] : [field]), message].join(': ')
