import { defined } from '../../../core/catalog/defined.ts'
import { inEnglish } from '../../../core/catalog/sentence.ts'
import { wordsOf } from '../../../core/catalog/words.ts'
import type { Problem, TestStage } from '../../../engine/ports/connector.ts'

export type DescribedStage = ReturnType<typeof describeStage>

/** A stage of a connection test with its English texts and their sentences for translation. */
export const describeStage = ({ detail, problem, ...stage }: TestStage) => ({
  ...stage,
  ...defined({
    detail: detail && inEnglish(detail),
    detail_sentence: detail,
    problem: problem && describeProblem(problem),
  }),
})

const describeProblem = ({ message, hint, ...problem }: Problem) => ({
  ...problem,
  ...wordsOf(defined({ message, hint })),
})
