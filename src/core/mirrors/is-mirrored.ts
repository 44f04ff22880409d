import type { FlowConfig } from '../flows/flow.ts'

/** Whether a flow follows the log of its source: all of its tables do, or none. */
export const isMirrored = ({ streams }: Pick<FlowConfig, 'streams'>): boolean => streams[0]?.mode === 'mirror'
