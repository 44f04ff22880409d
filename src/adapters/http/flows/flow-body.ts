import type { CreateFlowRequest } from '../../../contract/requests/flows.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { isTransformationType } from '../../../core/catalog/transformations/transformation-types.ts'
import type { FlowConfig, FlowStream, Transformation } from '../../../core/flows/flow.ts'
import { snakeCased } from '../snake-cased.ts'

type WireTransformation = NonNullable<WireConfig['transformations']>[number]
type WireConfig = NonNullable<CreateFlowRequest['config']>

/** Field by field, so that browser-only data, above all positions, is never sent (spec §3). */
export const configBody = ({ other, streams, transformations, after, ...config }: FlowConfig) => {
  const { schedule, sqlBefore, sqlAfter, budget, structure, workerClass, mirrorSeconds, comments } = config
  return {
    ...other,
    streams: streams.map(streamBody),
    transformations: transformations.map(transformationBody),
    ...snakeCased({
      schedule,
      sqlBefore,
      sqlAfter,
      budget,
      structure,
      workerClass,
      mirrorSeconds,
      comments,
      after: after && { flows: after.flowIds.map((id) => ({ id })), when: after.when },
    }),
  }
}

/** A check that only its server knows is sent back unchanged. */
const streamBody = ({ other, checks, ...stream }: FlowStream) => ({
  ...other,
  ...snakeCased({ ...stream, checks: checks as NonNullable<WireConfig['streams']>[number]['checks'] }),
})

/** A step that only its server knows is sent back unchanged, even without type and settings. */
export const transformationBody = ({ id, type, stream, name, note, settings, other }: Transformation) =>
  ({
    ...other,
    id,
    ...defined({
      type: type !== '' ? type : undefined,
      settings: isTransformationType(type) || Object.keys(settings).length > 0 ? settings : undefined,
    }),
    ...snakeCased({ stream, name, note }),
  }) as WireTransformation
