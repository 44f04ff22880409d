import type { z } from 'zod/mini'

import type { ROUTES } from '../../contract/routes.ts'
import { STRUCTURE_KINDS, STRUCTURE_STATES } from '../../core/catalog/runs/structure-objects.ts'
import type { StructureObject } from '../../core/flows/structure-object.ts'
import { withoutAbsent } from './without-absent.ts'

type WireReport = z.output<(typeof ROUTES)['planStructure']['response']>

/** Objects in a state that only a newer server knows are left out. */
export const structureFromWire = ({ objects }: WireReport): readonly StructureObject[] =>
  objects.flatMap(({ kind, table, name, detail, state, reason, reason_sentence }) => {
    const known = STRUCTURE_STATES.find((one) => one === state)
    const kindKnown = STRUCTURE_KINDS.find((one) => one === kind)
    if (!known) return []
    return [
      {
        ...{ name, state: known },
        ...withoutAbsent({ kind: kindKnown, table, detail, reason, reasonSentence: reason_sentence }),
      },
    ]
  })
