import { defined } from '../../../core/catalog/defined.ts'
import { inEnglish } from '../../../core/catalog/sentence.ts'
import type { StructureObjectRow } from '../../store/runs/run-structures.ts'

export const structureObjectToWire = ({ reason, ...object }: StructureObjectRow) => ({
  ...object,
  ...defined({ reason: reason && inEnglish(reason), reason_sentence: reason }),
})
