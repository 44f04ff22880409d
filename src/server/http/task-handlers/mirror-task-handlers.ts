import { defined } from '../../../core/catalog/defined.ts'
import { inEnglish } from '../../../core/catalog/sentence.ts'
import { checkMirror } from '../../domain/mirrors/check-mirror.ts'
import type { TaskHandlers } from '../task-call.ts'
import type { TaskDeps } from './task-deps.ts'

/** Whether a source can be mirrored. */
export const mirrorTaskHandlers = ({ contextFor, ...deps }: TaskDeps) =>
  ({
    checkMirror: async ({ member, params, body, signal }) => {
      const wanted = { flowId: params['flowId'] ?? '', entities: body.entities, seconds: body.mirror_seconds }
      const { hindrances, tables } = await checkMirror(deps, member, wanted, contextFor(signal))
      return {
        hindrances: hindrances.map(({ reason, needsRestart, isNote, ...hindrance }) => ({
          ...hindrance,
          reason: inEnglish(reason),
          sentence: reason,
          ...defined({ needs_restart: needsRestart, is_note: isNote }),
        })),
        tables: tables.map(({ entity, key, computed }) => ({ entity, key: [...key], computed: [...computed] })),
      }
    },
  }) satisfies Partial<TaskHandlers>
