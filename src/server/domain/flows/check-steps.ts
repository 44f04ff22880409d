import { sentence } from '../../../core/catalog/sentence.ts'
import { mayRunInDestination, RUNS_IN, runsIn } from '../../../core/catalog/transformations/step-choices.ts'
import {
  type SettingProblem,
  settingProblems,
} from '../../../core/catalog/transformations/transformation-setting-problems.ts'
import { TRANSFORMATION_TYPES } from '../../../core/catalog/transformations/transformation-types.ts'
import { settingField, settingSentence } from '../../../engine/transform/steps/setting-sentence.ts'
import type { FlowConfig } from '../../store/flows/flow-config.ts'
import { invalid, RequestError } from '../request-error.ts'

type Step = FlowConfig['transformations'][number]

/** An unfinished step may be saved, so that nobody loses it; a step that can never be valid may not. */
const UNFINISHED: readonly SettingProblem['kind'][] = ['required', 'gap', 'no-lines', 'not-a-select', 'twice']

/** @throws RequestError invalid with the field, if settings are unknown, of a wrong type or not among the options */
export function refuseWrongSettings({ transformations }: FlowConfig): void {
  transformations.forEach((step, index) => {
    const known = TRANSFORMATION_TYPES[step.type].settings.map(({ name }) => name as string)
    const isPlace = (name: string) => name === RUNS_IN && mayRunInDestination(step.type)
    const unknown = Object.keys(step.settings).find((name) => !known.includes(name) && !isPlace(name))
    if (unknown !== undefined) {
      const field = `config.transformations.${index}.settings.${unknown}`
      throw invalid(sentence`Unknown field "${field}"`, field)
    }
    const wrong = problemsOf(step).find(({ kind }) => !UNFINISHED.includes(kind))
    if (wrong) throw invalid(settingSentence(step, wrong), fieldOf(index, wrong))
  })
}

/** @throws RequestError invalid with the field and the step, if a step is unfinished */
export function refuseUnfinishedSteps({ transformations }: FlowConfig): void {
  transformations.forEach((step, index) => {
    const [problem] = problemsOf(step)
    if (!problem) return
    throw new RequestError(
      'invalid',
      'STEP_UNFINISHED',
      sentence`Step ${index + 1}: ${settingSentence(step, problem)}`,
      {
        field: fieldOf(index, problem),
        node: step.id,
      },
    )
  })
}

/** Whether a run would refuse a step. */
export const isUnfinished = ({ transformations }: Pick<FlowConfig, 'transformations'>): boolean =>
  transformations.some((step) => problemsOf(step).length > 0)

const problemsOf = ({ type, settings }: Step): readonly SettingProblem[] => [
  ...settingProblems(TRANSFORMATION_TYPES[type].settings, settings),
  ...(settings[RUNS_IN] === undefined || runsIn(settings) ? [] : [NO_SUCH_PLACE]),
]

const NO_SUCH_PLACE: SettingProblem = { kind: 'not-an-option', at: { setting: RUNS_IN } }

const fieldOf = (index: number, problem: SettingProblem): string =>
  `config.transformations.${index}.${settingField(problem)}`
