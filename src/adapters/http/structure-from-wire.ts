import type { z } from 'zod/mini'

import type { ROUTES } from '../../contract/routes.ts'
import type { StructureObject } from '../../core/flows/structure-object.ts'
import { withoutAbsent } from './without-absent.ts'

type WireReport = z.output<(typeof ROUTES)['planStructure']['response']>

export const structureFromWire = ({ objects }: WireReport): readonly StructureObject[] =>
  objects.map(({ kind, table, name, detail, state, reason, reason_sentence }) => ({
    ...{ kind, name, state },
    ...withoutAbsent({ table, detail, reason, reasonSentence: reason_sentence }),
  }))
